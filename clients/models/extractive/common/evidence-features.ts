import { findEntities } from "../../../../text/entities.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import type { NotePlace } from "./note-cues.ts";

/** What is measured of a sentence before its features: its text, its place in the note, how near it is to the question (any unit). */
export type Measured = { text: string; place: NotePlace; cosine: number; overlap: number };

const EARLY = 0.2;
// Beyond so many words a sentence is no fragment, and more of them say nothing on whether it is evidence.
const FULL_SENTENCE = 12;
const ADDRESSED = /(?<!\p{L})your?(?!\p{L})/iu;

/**
 * Measure how likely each sentence of a note is to be evidence for a question.
 * In: a question; the note's sentences without headings, in order; cosineWeight (0-1). Out: features of each sentence, in their order; nearness in
 * standard deviations from the note's mean, so that a note on one subject is told apart as well as one on many.
 */
export function evidenceFeatures(
  question: string,
  sentences: readonly Measured[],
  cosineWeight: number,
): Readonly<Record<string, number>>[] {
  const cosines = standardized(sentences.map(({ cosine }) => cosine));
  const overlaps = standardized(sentences.map(({ overlap }) => overlap));
  const nearness = cosines.map((cosine, at) => cosineWeight * cosine + (1 - cosineWeight) * (overlaps[at] ?? 0));
  const sections = sectionMeans(sentences, nearness);
  const asked = namesOf(question);
  return sentences.map(({ text, place }, at) => ({
    nearness: nearness[at] ?? 0,
    neighbours: (beside(sentences, nearness, at, -1) + beside(sentences, nearness, at, 1)) / 2,
    section: sections.get(place.section) ?? 0,
    names: [...namesOf(text)].some((name) => asked.has(name)) ? 1 : 0,
    words: Math.log(Math.max(1, Math.min(countWords(text), FULL_SENTENCE))),
    place: at / sentences.length,
    early: at / sentences.length < EARLY ? 1 : 0,
    listing: place.kind === "listing" ? 1 : 0,
    routine: place.routine ? 1 : 0,
    reason: place.reason ? 1 : 0,
    decision: place.decision ? 1 : 0,
    addressed: ADDRESSED.test(text) ? 1 : 0,
  }));
}

/** Put values in standard deviations from their mean. In: values. Out: the same number of them, in order; all 0 where they are equal. */
export function standardized(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
  return values.map((value) => (spread > 1e-9 ? (value - mean) / spread : 0));
}

function sectionMeans(sentences: readonly Measured[], nearness: readonly number[]): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const [at, { place }] of sentences.entries()) {
    const { sum, count } = sums.get(place.section) ?? { sum: 0, count: 0 };
    sums.set(place.section, { sum: sum + (nearness[at] ?? 0), count: count + 1 });
  }
  return new Map([...sums].map(([section, { sum, count }]) => [section, sum / count]));
}

/** A neighbour in another section tells nothing, as does none: the note's mean. */
const beside = (sentences: readonly Measured[], nearness: readonly number[], at: number, step: number): number =>
  sentences[at + step]?.place.section === sentences[at]?.place.section ? (nearness[at + step] ?? 0) : 0;

const namesOf = (text: string): Set<string> =>
  new Set(
    findEntities(text)
      .filter(({ kind }) => kind !== "number")
      .map(({ canonical }) => canonical),
  );
