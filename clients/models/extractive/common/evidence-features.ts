import { cosine } from "../../../../retrieval/vectors.ts";
import { findEntities } from "../../../../text/entities.ts";
import type { NotePlace } from "./note-cues.ts";
import { sentenceForm } from "./sentence-form.ts";

/** What is measured of a sentence before its features: its text, vector and place in the note, and how near it is to the question (any unit). */
export type Measured = {
  text: string;
  vector: Float32Array;
  place: NotePlace;
  /** To what is asked. */
  cosine: number;
  overlap: number;
  /** To all sentences of the question or message, their mean. */
  story: number;
  /** Of the heading above it to what is asked; 0 where there is none. */
  heading: number;
};

const EARLY = 0.2;
const ALIKE = 3;

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
  const cosines = standardized(sentences.map(({ cosine: near }) => near));
  const overlaps = standardized(sentences.map(({ overlap }) => overlap));
  const nearness = cosines.map((near, at) => cosineWeight * near + (1 - cosineWeight) * (overlaps[at] ?? 0));
  const sections = sectionsOf(sentences, nearness);
  const story = standardized(sentences.map((sentence) => sentence.story));
  const centre = standardized(likenessToMean(sentences));
  const alike = standardized(likenessToNearest(sentences, nearness));
  const forms = sentences.map(({ text }) => sentenceForm(text));
  const lengths = standardized(forms.map(({ words = 0 }) => words));
  const asked = namesOf(question);
  return sentences.map(({ text, place, heading, cosine: near, overlap }, at) => ({
    ...forms[at],
    nearness: nearness[at] ?? 0,
    absolute: (near + overlap) / 2,
    neighbours: (beside(sentences, nearness, at, -1) + beside(sentences, nearness, at, 1)) / 2,
    section: sections.get(place.section)?.mean ?? 0,
    sectionBest: sections.get(place.section)?.best ?? 0,
    heading,
    story: story[at] ?? 0,
    centre: centre[at] ?? 0,
    alike: alike[at] ?? 0,
    longer: lengths[at] ?? 0,
    longerBefore: lengths[at - 1] ?? 0,
    longerAfter: lengths[at + 1] ?? 0,
    names: [...namesOf(text)].some((name) => asked.has(name)) ? 1 : 0,
    place: at / sentences.length,
    early: at / sentences.length < EARLY ? 1 : 0,
    listing: place.kind === "listing" ? 1 : 0,
    routine: place.routine ? 1 : 0,
    reason: place.reason ? 1 : 0,
    decision: place.decision ? 1 : 0,
  }));
}

/** Put values in standard deviations from their mean. In: values. Out: the same number of them, in order; all 0 where they are equal. */
export function standardized(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
  return values.map((value) => (spread > 1e-9 ? (value - mean) / spread : 0));
}

function sectionsOf(sentences: readonly Measured[], nearness: readonly number[]): Map<number, { mean: number; best: number }> {
  const held = new Map<number, number[]>();
  for (const [at, { place }] of sentences.entries()) {
    const values = held.get(place.section) ?? [];
    values.push(nearness[at] ?? 0);
    held.set(place.section, values);
  }
  return new Map(
    [...held].map(([section, values]) => [
      section,
      {
        mean: values.reduce((sum, value) => sum + value, 0) / values.length,
        best: values.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY),
      },
    ]),
  );
}

/** Cosine of each sentence to the mean of all: what the note is about. */
function likenessToMean(sentences: readonly Measured[]): number[] {
  const mean = new Float32Array(sentences[0]?.vector.length ?? 0);
  for (const { vector } of sentences)
    for (const [at, value] of vector.entries()) mean[at] = (mean[at] ?? 0) + value / sentences.length;
  return sentences.map(({ vector }) => cosine(vector, mean));
}

/** Mean cosine of each sentence to the nearest ones of the question, itself left out. @cite spec encoder-measured, Notes */
function likenessToNearest(sentences: readonly Measured[], nearness: readonly number[]): number[] {
  const best = [...nearness.keys()].sort((a, b) => (nearness[b] ?? 0) - (nearness[a] ?? 0)).slice(0, ALIKE + 1);
  return sentences.map(({ vector }, at) => {
    const others = best.filter((other) => other !== at).slice(0, ALIKE);
    const sum = others.reduce((total, other) => total + cosine(vector, sentences[other]!.vector), 0); // a place of a sentence
    return sum / Math.max(1, others.length);
  });
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
