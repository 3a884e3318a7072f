import type { Ask } from "../../clients/models/ask.ts";
import { scoreSentences as prompt } from "../../prompts/archehr/score-sentences.ts";
import type { ArchehrState, Sentence } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { askCorrected } from "../common/ask-corrected.ts";
import { fellBack } from "../common/fell-back.ts";

export type Batch = {
  caseId: string;
  question: string;
  sentences: readonly Sentence[];
  note: readonly Sentence[];
  settings: ArchehrState["settings"];
};
export type Scored = { scores: Map<string, number>; usage: Usage[]; fallbacks: Fallback[] };

/**
 * Score one batch of sentences; halve it when it is too long for the model, and ask again for sentences that the reply left out.
 *
 * In: question, sentences, the note that they are from. Out: scores by id, those of the batch and no others; the first score of an id counts.
 * If the model is down: no scores, one fallback.
 *
 * @cite healthnlp2026 §3.2; spec archehr best 8
 */
export const scoreBatch = async (ask: Ask, batch: Batch, runtime: Runtime | undefined): Promise<Scored> => {
  const { caseId, question, sentences, note, settings } = batch;
  const reply = await askCorrected(
    ask,
    prompt,
    { question, sentences: [...sentences], ...(sentences.length < note.length ? { note: [...note] } : {}) },
    {
      role: "score",
      step: "scoreSentences",
      item: caseId,
      temperature: settings.scoreTemperature,
      corrections: settings.correctiveRetries,
      nextModels: settings.noInventedEvidence,
    },
    runtime,
  );
  const { outcome, usage, fallbacks } = reply;
  if (outcome.is !== "ok") {
    const tooLong = outcome.is === "overContext" || outcome.is === "truncated";
    if (!tooLong || sentences.length < 2) {
      return {
        scores: new Map(),
        usage,
        fallbacks: [...fallbacks, fellBack("scoreSentences", outcome, `left ${sentences.length} sentences unscored`)],
      };
    }
    const half = Math.ceil(sentences.length / 2);
    const halves = [sentences.slice(0, half), sentences.slice(half)];
    const scored = [];
    for (const part of halves) scored.push(await scoreBatch(ask, { ...batch, sentences: part }, runtime));
    const split = fellBack("scoreSentences", outcome, `asked for ${sentences.length} sentences in two halves`);
    return together([{ scores: new Map(), usage, fallbacks: [...fallbacks, split] }, ...scored]);
  }
  const known = new Set(sentences.map(({ id }) => id));
  const scores = new Map<string, number>();
  for (const { id, score } of outcome.value) if (known.has(id) && !scores.has(id)) scores.set(id, score);
  const missing = sentences.filter(({ id }) => !scores.has(id));
  const first: Scored = {
    scores,
    usage,
    fallbacks: reply.problem === undefined ? fallbacks : [...fallbacks, broken(reply.problem)],
  };
  if (missing.length === 0 || !settings.askMissingScores || missing.length === sentences.length) return first;
  const again: Fallback = {
    step: "scoreSentences",
    code: "incompleteReply",
    reason: `the reply left out ${missing.length} of ${sentences.length} sentences`,
    instead: "asked once more, just for those",
  };
  const settled = { ...settings, askMissingScores: false };
  return together([
    first,
    { scores: new Map(), usage: [], fallbacks: [again] },
    await scoreBatch(ask, { ...batch, sentences: missing, settings: settled }, runtime),
  ]);
};

const broken = (problem: string): Fallback => ({
  step: "scoreSentences",
  code: "incompleteReply",
  reason: problem,
  instead: "kept the scores of known ids",
});

const together = (parts: readonly Scored[]): Scored => ({
  scores: new Map(parts.flatMap(({ scores }) => [...scores])),
  usage: parts.flatMap(({ usage }) => usage),
  fallbacks: parts.flatMap(({ fallbacks }) => fallbacks),
});
