import { scoreSentences as prompt } from "../../../../prompts/archehr/score-sentences.ts";
import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { sha256 } from "../../../text-store.ts";
import { bestFirst, type Relevance, relevanceTo } from "../common/relevance.ts";
import { type Extracting, handles } from "../handler.ts";

type Scores = ReadonlyMap<string, number>;

/**
 * Score every sentence of a note for a question by its rank: the best share, two of three at least, 4 and 5, the next 3, the better half of the rest 2, others 1.
 *
 * In: question, sentences, the note where they are a batch of it. Out: one score a sentence, in their order, by its rank in the note; none
 * above 2 when the note says nothing on the question. Headings score 1. If the encoder is down: its outcome.
 */
export const scoreSentences = handles(prompt, async ({ question, sentences, note }, extracting) => {
  const whole = note ?? sentences;
  const scores = note === undefined ? await scoreNote(question, whole, extracting) : await scoreOnce(question, whole, extracting);
  return scores.is === "ok" ? ok(sentences.map(({ id }) => ({ id, score: scores.value.get(id) ?? 1 }))) : scores;
});

const MOST_NOTES = 8;
const scored = new WeakMap<Extracting["embed"], Map<string, Scores>>();

/** The batches of a long note follow each other: it is ranked once a question, not once a batch. Only scores are kept, under a hash. */
async function scoreOnce(question: string, note: readonly Sentence[], extracting: Extracting): Promise<Outcome<Scores>> {
  const known = scored.get(extracting.embed) ?? new Map<string, Scores>();
  scored.set(extracting.embed, known);
  const key = sha256(JSON.stringify([question, note, extracting.settings]));
  const held = known.get(key);
  if (held !== undefined) return ok(held);
  const scores = await scoreNote(question, note, extracting);
  if (scores.is === "ok") {
    if (known.size >= MOST_NOTES) known.clear();
    known.set(key, scores.value);
  }
  return scores;
}

async function scoreNote(question: string, note: readonly Sentence[], extracting: Extracting): Promise<Outcome<Scores>> {
  const relevance = await relevanceTo(question, note, extracting);
  return relevance.is === "ok" ? ok(scoresOf(relevance.value, extracting.settings)) : relevance;
}

function scoresOf(relevance: Relevance, settings: ExtractiveSettings): Map<string, number> {
  const { strictShare, strictMost, topShare, backgroundShare } = settings;
  const ordered = bestFirst(relevance);
  // The finding and its reason are seldom one sentence: a short note gives two.
  const strict = Math.max(ordered.length > 2 ? 2 : 1, Math.min(strictMost, Math.round(strictShare * ordered.length)));
  const top = Math.max(1, Math.round(topShare * strict));
  const background = strict + Math.round(backgroundShare * ordered.length);
  const weak = background + Math.round((ordered.length - background) / 2);
  const bands = [
    { until: top, score: 5 },
    { until: strict, score: 4 },
    { until: background, score: 3 },
    { until: weak, score: 2 },
  ];
  return new Map(
    ordered.map(({ id }, place) => {
      const score = bands.find(({ until }) => place < until)?.score ?? 1;
      return [id, relevance.silent ? Math.min(2, score) : score];
    }),
  );
}
