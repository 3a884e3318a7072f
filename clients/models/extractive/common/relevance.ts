import { cosine } from "../../../../retrieval/vectors.ts";
import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { inverseDocumentFrequency } from "../../../../text/content-words.ts";
import type { Extracting } from "../handler.ts";
import { focusOf } from "../question/focus-of.ts";
import { type NotePlace, placesIn } from "./note-cues.ts";
import { saidTerms, shareSaid } from "./said-terms.ts";

/** A sentence of a note with what it has to do with a question. */
export type Ranked = Sentence & {
  place: NotePlace;
  vector: Float32Array;
  /** Relevance within its note, about 0-1; only its order means something. 0 for headings. */
  rank: number;
  /** Mean of cosine and word overlap, 0-1: comparable between notes. */
  absolute: number;
};

/** Sentences ranked for a question; `silent` when the note says nothing on it. */
export type Relevance = { sentences: Ranked[]; silent: boolean };

const BEST = 3;

/**
 * Rank the sentences of a note for a question: cosine and idf word overlap, each scaled within the note, weighed and smoothed over neighbours; then section and cues.
 * In: question (of a long message only what it asks counts), sentences in the note's order, settings. Out: the sentences in the same order. If the encoder is down: its outcome.
 * @cite spec encoder-measured, Notes
 */
export async function relevanceTo(
  question: string,
  sentences: readonly Sentence[],
  { embed, settings, signal }: Extracting,
): Promise<Outcome<Relevance>> {
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
  const told = body.filter(({ place }) => !place.heading);
  const terms = told.map(({ text }) => saidTerms(text));
  const weight = inverseDocumentFrequency(terms.map(({ own }) => own));
  const wanted = asked.map((text) => saidTerms(text).own);
  const overlaps = terms.map(({ known }) => wanted.map((own) => shareSaid(own, known, weight)));
  const cosines = told.map(({ vector }) => questions.map((question) => Math.max(0, cosine(question, vector))));
  const [scaledCosines, scaledOverlaps] = [scaled(cosines.map(wholeAndBestPart)), scaled(overlaps.map(wholeAndBestPart))];
  const mixed = told.map(
    (_, at) => settings.cosineWeight * scaledCosines[at]! + (1 - settings.cosineWeight) * scaledOverlaps[at]!, // one a sentence told
  );
  const ranks = told.map((sentence, at) => smoothed(told, mixed, at, settings.neighbourShare) + placed(sentence.place, settings));
  const absolutes = told.map((_, at) => ((cosines[at]?.[0] ?? 0) + (overlaps[at]?.[0] ?? 0)) / 2);
  const byId = new Map(told.map(({ id }, at) => [id, { rank: ranks[at]!, absolute: absolutes[at]! }])); // one a sentence told
  const silent = saysNothing(absolutes, settings);
  return ok({
    sentences: body.map((sentence) => ({ ...sentence, ...(byId.get(sentence.id) ?? { rank: 0, absolute: 0 }) })),
    silent,
  });
}

function saysNothing(absolutes: readonly number[], { relevanceFloor, enoughAlone, strictShare }: ExtractiveSettings): boolean {
  // A short note has fewer sentences that could answer than the mean is taken over in a long one.
  const could = Math.max(1, Math.min(BEST, Math.round(strictShare * absolutes.length)));
  const best = [...absolutes].sort((a, b) => b - a).slice(0, could);
  const mean = best.reduce((sum, value) => sum + value, 0) / Math.max(1, best.length);
  return mean < relevanceFloor && (best[0] ?? 0) < enoughAlone;
}

type Bare = Omit<Ranked, "rank" | "absolute">;

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

function smoothed(told: readonly Bare[], mixed: readonly number[], at: number, share: number): number {
  const own = mixed[at] ?? 0;
  const beside = (other: number) => (told[other]?.place.section === told[at]?.place.section ? (mixed[other] ?? own) : own);
  return (1 - share) * own + (share * (beside(at - 1) + beside(at + 1))) / 2;
}

function placed({ kind, cue, routine }: NotePlace, settings: ExtractiveSettings): number {
  const section = kind === "telling" ? settings.tellingBonus : kind === "listing" ? -settings.listingMalus : 0;
  return section + (cue ? settings.cueBonus : 0) - (routine ? settings.routineMalus : 0);
}
