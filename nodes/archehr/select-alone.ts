import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import type { ArchehrState } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Usage } from "../../state/usage.ts";
import { eligibleSentences } from "./eligible-sentences.ts";
import { loadCase } from "./load-case.ts";
import { readNote } from "./read-note.ts";
import { scoreSentences } from "./score-sentences.ts";
import { selectEvidence } from "./select-evidence.ts";
import { takeTopSentence } from "./take-top-sentence.ts";

export type Selected = {
  /** One a sentence, in their order: 0-1, from the scores of 1 to 5. */
  scores: number[];
  /** Indices from 0, in the sentences' order. */
  selected: number[];
  fallbacks: Fallback[];
  usage: Usage[];
};

/**
 * Score and select evidence sentences for one question, by the graph's own steps and without the graph around them.
 *
 * In: a question, its sentences in order, settings. Out: scores and the selected ones. If the model is down: as the steps say; the fallbacks tell.
 *
 * @cite healthnlp2026 §3.2
 */
export const selectAlone = async (
  { ask, embed, texts }: { ask: Ask; embed: Encoder["embed"]; texts: TextStore },
  { id, question, sentences }: { id: string; question: string; sentences: readonly string[] },
  settings: ArchehrState["settings"],
  signal: AbortSignal,
): Promise<Selected> => {
  const given = sentences.map((text, at) => ({ id: String(at), text }));
  const loaded = await loadCase(texts)({
    caseId: id,
    message: question,
    note: "",
    sentences: given,
    answerSentences: [],
    subtask: "2",
  });
  const note = loaded.note ?? "";
  const asked = { caseId: id, message: question, clinicianQuestion: question, question, note, settings };
  const scored = await scoreSentences(ask, texts)(asked, { signal });
  const { scores = [], scoring = "failed" } = scored;
  const chosen = await selectEvidence(texts)({ note, scores, scoring, settings });
  const { verdict = "none" } = chosen;
  const eligible = eligibleSentences(readNote(texts, note, "evidence"), scores, settings);
  const least = {
    strict: settings.strictScore,
    lenient: settings.lenientScore,
    weakest: Number.POSITIVE_INFINITY,
    unusable: 0,
    none: Number.POSITIVE_INFINITY,
    ungraded: Number.POSITIVE_INFINITY,
  }[verdict];
  const top =
    verdict === "weakest" ? await takeTopSentence(embed, texts)({ note, scores, question, settings }, { signal }) : undefined;
  const selected = top?.evidence?.map(({ id }) => id) ?? eligible.filter(({ score }) => score >= least).map(({ id }) => id);
  return {
    scores: given.map((sentence) => ((scores.find((entry) => entry.id === sentence.id)?.score ?? 1) - 1) / 4),
    selected: selected.map(Number),
    fallbacks: [...(scored.fallbacks ?? []), ...(chosen.fallbacks ?? []), ...(top?.fallbacks ?? [])],
    usage: scored.usage ?? [],
  };
};
