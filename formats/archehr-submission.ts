import { firstQuestion } from "../text/first-question.ts";
import { firstWords, pythonTrim } from "../text/python-whitespace.ts";
import type { ArchehrCase } from "./archehr-case.ts";
import type { Change } from "./problem.ts";

/** Which sentences of the note support one sentence of the answer; none: unsupported. */
export interface AlignedSentence {
  answerId: string;
  evidenceIds: readonly string[];
}

/** What a run found, by case id; a case without an entry is padded. */
export type ArchehrPredictions =
  | { subtask: "1" | "3"; texts: ReadonlyMap<string, string> }
  | { subtask: "2"; evidence: ReadonlyMap<string, readonly string[]> }
  | { subtask: "4"; alignments: ReadonlyMap<string, readonly AlignedSentence[]> };

export type ArchehrSubtask = ArchehrPredictions["subtask"];

/** Most words of a prediction, by subtask; the scorer cuts longer ones. */
export const ARCHEHR_WORD_LIMITS = { "1": 15, "3": 75 } as const;

/** The answer of a case that has none (subtask 3). */
export const UNANSWERED = "The note does not state the answer.";

type Prediction = string | string[] | { answer_id: string; evidence_id: string[] }[];

export interface WrittenArchehr {
  /** The text of submission.json. */
  text: string;
  /** Ids of cases that hold padding. */
  padded: string[];
  /** Ids left out because the case does not have them. */
  changes: Change[];
}

/**
 * Write an official `submission.json`: exactly the split's cases, in its order, every id a string that the case has.
 * In: the split's cases, what was found. Out: its text, the cases that were padded (no entry, an empty text), and every id that was left out.
 */
export function writeArchehr(cases: readonly ArchehrCase[], predictions: ArchehrPredictions): WrittenArchehr {
  const padded: string[] = [];
  const changes: Change[] = [];
  const entries = cases.map((one) => {
    const given = predictionFor(one, predictions, changes);
    if (given === undefined) padded.push(one.id);
    return { case_id: one.id, prediction: given ?? paddingFor(one, predictions.subtask) };
  });
  return { text: `${JSON.stringify(entries, null, 2)}\n`, padded, changes };
}

/**
 * Make the prediction of a case that has no result, valid in the official format.
 * In: a case, a subtask. Out: 1: the first question of the message, at most 15 words; 2: no ids; 3: UNANSWERED; 4: no evidence for each answer sentence.
 */
export function paddingFor(one: ArchehrCase, subtask: ArchehrSubtask): Prediction {
  if (subtask === "1") return firstWords(firstQuestion(one.narrative), ARCHEHR_WORD_LIMITS[1]);
  if (subtask === "2") return [];
  if (subtask === "3") return UNANSWERED;
  // Without given answer sentences the answer is UNANSWERED, which is one sentence.
  const ids = one.answerSentences.length > 0 ? one.answerSentences.map((sentence) => sentence.id) : ["1"];
  return ids.map((id) => ({ answer_id: id, evidence_id: [] }));
}

function predictionFor(one: ArchehrCase, predictions: ArchehrPredictions, changes: Change[]): Prediction | undefined {
  switch (predictions.subtask) {
    case "1":
    case "3":
      return pythonTrim(predictions.texts.get(one.id) ?? "") || undefined;
    case "2": {
      const ids = predictions.evidence.get(one.id);
      return ids && known(ids, one, "prediction", changes);
    }
    case "4": {
      const aligned = predictions.alignments.get(one.id);
      return aligned && aligned.length > 0 ? alignmentOf(one, aligned, changes) : undefined;
    }
  }
}

function alignmentOf(one: ArchehrCase, aligned: readonly AlignedSentence[], changes: Change[]): Prediction {
  const evidence = new Map(aligned.map(({ answerId, evidenceIds }) => [answerId, evidenceIds]));
  const given = one.answerSentences.map((sentence) => sentence.id);
  const answerIds = given.length > 0 ? given : [...evidence.keys()];
  for (const id of evidence.keys()) {
    if (!answerIds.includes(id))
      changes.push({ item: one.id, field: "answer_id", was: id, is: "left out: the case has no such answer sentence" });
  }
  return answerIds.map((id) => ({
    answer_id: id,
    evidence_id: known(evidence.get(id) ?? [], one, `evidence_id of "${id}"`, changes),
  }));
}

function known(ids: readonly string[], one: ArchehrCase, field: string, changes: Change[]): string[] {
  const sentences = new Set(one.sentences.map((sentence) => sentence.id));
  return [...new Set(ids)].filter((id) => {
    if (sentences.has(id)) return true;
    changes.push({ item: one.id, field, was: id, is: "left out: the case has no such sentence" });
    return false;
  });
}
