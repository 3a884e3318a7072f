import { createRequire } from "node:module";
import { cosine } from "../../../../retrieval/vectors.ts";
import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { inverseDocumentFrequency } from "../../../../text/content-words.ts";
import type { Extracting } from "../handler.ts";
import { focusOf } from "../question/focus-of.ts";
import { evidenceFeatures, type Measured } from "./evidence-features.ts";
import { LinearWeights, scoreOf } from "./linear-weights.ts";
import { type NotePlace, placesIn } from "./note-cues.ts";
import { saidTerms, shareSaid } from "./said-terms.ts";

const WEIGHTS = LinearWeights.parse(createRequire(import.meta.url)("./evidence-weights.json"));

/** A sentence of a note with what it has to do with a question. */
export type Ranked = Sentence & {
  place: NotePlace;
  vector: Float32Array;
  /** Relevance within its note, 0-1; only its order means something. 0 for headings. */
  rank: number;
  /** Mean of cosine and word overlap, 0-1: comparable between notes. */
  absolute: number;
};

/** Sentences ranked for a question; `silent` when the note says nothing on it. */
export type Relevance = { sentences: Ranked[]; silent: boolean };

const BEST = 3;

/**
 * Rank the sentences of a note for a question: nearness in meaning and words, of the sentence, its neighbours and its section, and what kind of sentence it is, by learned weights.
 * In: question (of a long message only what it asks counts), sentences in the note's order, settings. Out: the sentences in the same order. If the encoder is down: its outcome.
 * @cite spec encoder-measured, Notes
 */
export async function relevanceTo(
  question: string,
  sentences: readonly Sentence[],
  extracting: Extracting,
): Promise<Outcome<Relevance>> {
  const measured = await measureAgainst(question, sentences, extracting);
  if (measured.is !== "ok") return measured;
  const { body, told } = measured.value;
  const { settings } = extracting;
  const features = evidenceFeatures(question, told, settings.cosineWeight);
  const ranks = scaled(features.map((of) => scoreOf(WEIGHTS, Object.entries(of))));
  const absolutes = told.map(({ plainCosine, plainOverlap }) => (plainCosine + plainOverlap) / 2);
  const byId = new Map(told.map(({ id }, at) => [id, { rank: ranks[at]!, absolute: absolutes[at]! }])); // one a sentence told
  return ok({
    sentences: body.map((sentence) => ({ ...sentence, ...(byId.get(sentence.id) ?? { rank: 0, absolute: 0 }) })),
    silent: saysNothing(absolutes, settings),
  });
}

type Bare = Omit<Ranked, "rank" | "absolute">;
/** Cosine and overlap with all that is asked, and with the question as a whole (plain). */
type Told = Bare & Measured & { plainCosine: number; plainOverlap: number };

/**
 * Measure how near each sentence of a note is to a question.
 * In: as relevanceTo. Out: body: the sentences with vector and place, in order; told: those that are no headings, measured. If the encoder is down: its outcome.
 */
export async function measureAgainst(
  question: string,
  sentences: readonly Sentence[],
  { embed, signal }: Pick<Extracting, "embed" | "signal">,
): Promise<Outcome<{ body: Bare[]; told: Told[] }>> {
  const { whole, parts } = focusOf(question);
  const asked = [whole, ...parts];
  const embedded = await embed([...asked, ...sentences.map(({ text }) => text)], { signal });
  if (embedded.is !== "ok") return embedded;
  const questions = embedded.value.slice(0, asked.length);
  const places = placesIn(sentences);
  const body = sentences.flatMap((sentence, at): Bare[] => {
    const [vector, place] = [embedded.value[asked.length + at], places[at]];
    return vector && place ? [{ ...sentence, vector, place }] : [];
  });
  const bare = body.filter(({ place }) => !place.heading);
  const terms = bare.map(({ text }) => saidTerms(text));
  const weight = inverseDocumentFrequency(terms.map(({ own }) => own));
  const wanted = asked.map((text) => saidTerms(text).own);
  const told = bare.map((sentence, at): Told => {
    const cosines = questions.map((one) => Math.max(0, cosine(one, sentence.vector)));
    const overlaps = wanted.map((own) => shareSaid(own, terms[at]?.known ?? new Set(), weight));
    return {
      ...sentence,
      cosine: wholeAndBestPart(cosines),
      overlap: wholeAndBestPart(overlaps),
      plainCosine: cosines[0] ?? 0,
      plainOverlap: overlaps[0] ?? 0,
    };
  });
  return ok({ body, told });
}

function saysNothing(absolutes: readonly number[], { relevanceFloor, enoughAlone, strictShare }: ExtractiveSettings): boolean {
  // A short note has fewer sentences that could answer than the mean is taken over in a long one.
  const could = Math.max(1, Math.min(BEST, Math.round(strictShare * absolutes.length)));
  const best = [...absolutes].sort((a, b) => b - a).slice(0, could);
  const mean = best.reduce((sum, value) => sum + value, 0) / Math.max(1, best.length);
  return mean < relevanceFloor && (best[0] ?? 0) < enoughAlone;
}

/** The first value counts as much as the best of the others: a sentence may answer one of two questions. */
const wholeAndBestPart = ([whole = 0, ...parts]: readonly number[]): number => (whole + Math.max(0, ...parts)) / 2;

/** Sort what may be evidence, best first; equals keep the note's order. */
export const bestFirst = ({ sentences }: Pick<Relevance, "sentences">): Ranked[] =>
  sentences.filter(({ place }) => !place.heading).sort((a, b) => b.rank - a.rank);

function scaled(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return values.map((value) => (high > low ? (value - low) / (high - low) : 0));
}
