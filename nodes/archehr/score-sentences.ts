import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import type { ArchehrState, ArchehrStep, Sentence } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import { isOutage } from "../../state/outcome.ts";
import type { Usage } from "../../state/usage.ts";
import { ItemFailed } from "../common/item-failed.ts";
import { citeInDrafts } from "./cite-in-drafts.ts";
import { joinVotes } from "./join-votes.ts";
import { readNote } from "./read-note.ts";
import { scoreBatch } from "./score-batch.ts";

type Reads = "caseId" | "message" | "clinicianQuestion" | "question" | "note" | "settings";

/**
 * Give every sentence of the note a score of 1 to 5 for the question, in batches that a model can take.
 *
 * In: question, message, note. Out: scores, exactly one a sentence in the note's order; scoring: scored, or failed when no batch could
 * be scored. With bothAnchors the scores of question and message are averaged and rounded; with answerFirst each score carries the share of
 * cited drafts that cite the sentence.
 * If the model is down: the case fails, so that a resumed run redoes it; in profile paper scores empty, scoring failed. A blocked or
 * malformed reply: scores empty, scoring failed; one fallback a batch. Throws ItemFailed for a case without a note.
 *
 * @cite healthnlp2026 §3.2; spec archehr best 4, 8, 9
 */
export const scoreSentences =
  (ask: Ask, texts: Pick<TextStore, "get">): ArchehrStep<Reads, "scores" | "scoring"> =>
  async (state, runtime) => {
    const { caseId, settings } = state;
    if (state.note === "")
      throw new ItemFailed("scoreSentences", "input", `case ${caseId} has no note; only subtask 1 can run without one`);
    const sentences = readNote(texts, state.note, "scoreSentences").sentences.map(({ id, text }) => ({ id, text }));
    const usage: Usage[] = [];
    const fallbacks: Fallback[] = [];
    const perAnchor: Map<string, number>[] = [];
    for (const anchor of anchorsOf(state)) {
      const scores = new Map<string, number>();
      for (const batch of batchesOf(sentences, settings.scoreBatch)) {
        const scored = await scoreBatch(ask, { caseId, question: anchor, sentences: batch, note: sentences, settings }, runtime);
        usage.push(...scored.usage);
        fallbacks.push(...scored.fallbacks);
        for (const [id, score] of scored.scores) scores.set(id, score);
        runtime?.writer?.({
          event: "progress",
          step: "scoreSentences",
          item: caseId,
          done: scores.size,
          of: sentences.length,
          unit: "sentences",
        });
      }
      if (scores.size > 0) perAnchor.push(scores);
    }
    if (perAnchor.length === 0) {
      // "The note does not state the answer" would be said of a note that no model has read.
      for (const { code, reason } of settings.noInventedEvidence ? fallbacks : [])
        if (isOutage(code)) throw new ItemFailed("scoreSentences", code, reason);
      return { scores: [], scoring: "failed", usage, fallbacks };
    }
    const drafts = settings.answerFirst
      ? await citeInDrafts(ask, state, sentences, joinVotes(sentences, perAnchor, undefined), runtime)
      : undefined;
    usage.push(...(drafts?.usage ?? []));
    fallbacks.push(...(drafts?.fallbacks ?? []));
    const scores = joinVotes(sentences, perAnchor, drafts?.votes);
    const unscored = sentences.filter(({ id }) => perAnchor.every((given) => !given.has(id)));
    if (unscored.length > 0) fallbacks.push(countedAsOne(unscored));
    return { scores, scoring: "scored", usage, fallbacks };
  };

/** What sentences are scored against, the chosen anchor first. */
const anchorsOf = ({ message, clinicianQuestion, question, settings }: Pick<ArchehrState, Reads>): string[] => {
  const anchors = { interpretation: question, clinicianQuestion: clinicianQuestion || question, narrative: message };
  const chosen = anchors[settings.scoreAnchor];
  const other = settings.scoreAnchor === "narrative" ? question : message;
  return settings.bothAnchors && other !== chosen ? [chosen, other] : [chosen];
};

const batchesOf = (sentences: readonly Sentence[], size: number): Sentence[][] => {
  const batches = Math.ceil(sentences.length / size);
  const even = Math.ceil(sentences.length / Math.max(1, batches));
  return Array.from({ length: batches }, (_, at) => sentences.slice(at * even, (at + 1) * even));
};

const countedAsOne = (unscored: readonly Sentence[]): Fallback => ({
  step: "scoreSentences",
  code: "incompleteReply",
  reason: `${unscored.length} sentences got no score: ${unscored.map(({ id }) => id).join(", ")}`,
  instead: "counted them as 1",
});
