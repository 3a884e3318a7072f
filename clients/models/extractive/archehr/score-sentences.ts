import { scoreSentences as prompt } from "../../../../prompts/archehr/score-sentences.ts";
import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { sha256 } from "../../../text-store.ts";
import { bestFirst, probable, type Relevance, relevanceTo } from "../common/relevance.ts";
import { type Extracting, handles } from "../handler.ts";

type Scores = ReadonlyMap<string, number>;

/**
 * Score every sentence of a note for a question by how probable evidence it is: 4 and 5 from strictFrom, 3 from lenientFrom, the better half of the rest 2, others 1.
 *
 * In: question, sentences, the note where they are a batch of it. Out: one score a sentence, in their order, as in the whole note; none
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
  const { strictFrom, lenientFrom, abstractStrictFrom, abstractLenientFrom, topShare } = settings;
  const ordered = bestFirst(relevance);
  const strict = probable(relevance, { note: strictFrom, abstract: abstractStrictFrom }, settings).length;
  const background = ordered.filter(
    ({ chance }) => chance >= (relevance.kind === "abstract" ? abstractLenientFrom : lenientFrom),
  ).length;
  const bands = [
    { until: strict === 0 ? 0 : Math.max(1, Math.round(topShare * strict)), score: 5 },
    { until: strict, score: 4 },
    { until: background, score: 3 },
    { until: background + Math.round((ordered.length - background) / 2), score: 2 },
  ];
  return new Map(
    ordered.map(({ id }, place) => {
      const score = bands.find(({ until }) => place < until)?.score ?? 1;
      return [id, relevance.silent ? Math.min(2, score) : score];
    }),
  );
}
