import { cosine } from "../../../../retrieval/vectors.ts";
import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import { inverseDocumentFrequency } from "../../../../text/content-words.ts";
import { oneLine } from "../../../../text/one-line.ts";
import { splitSentences } from "../../../../text/split-sentences.ts";
import type { Extracting } from "../handler.ts";
import { focusOf } from "../question/focus-of.ts";
import type { Measured } from "./evidence-features.ts";
import { type NotePlace, placesIn } from "./note-cues.ts";
import { saidTerms, shareSaid } from "./said-terms.ts";

/** A sentence of a note with its vector and place. */
export type Placed = Sentence & { place: NotePlace; vector: Float32Array };
/** The same with its nearness to all that is asked, and to the question as a whole (plain). */
export type Told = Placed & Measured & { plainCosine: number; plainOverlap: number };

/** A question's whole with its vector; the sentences with vector and place, in order; those that are no headings, measured. */
export type MeasuredNote = { asked: { text: string; vector: Float32Array | undefined }; body: Placed[]; told: Told[] };

// What a message tells beyond so many sentences is no longer its subject.
const MOST_STORY = 40;

/**
 * Measure how near each sentence of a note is to a question.
 * In: question (of a long message only what it asks counts, but for `story`), sentences in the note's order. Out: see MeasuredNote. If the encoder is down: its outcome.
 */
export async function measureNote(
  question: string,
  sentences: readonly Sentence[],
  { embed, signal }: Pick<Extracting, "embed" | "signal">,
): Promise<Outcome<MeasuredNote>> {
  const { whole, parts } = focusOf(question);
  const asked = [whole, ...parts];
  const story = splitSentences(oneLine(question))
    .slice(0, MOST_STORY)
    .map(({ text }) => text);
  const embedded = await embed([...asked, ...story, ...sentences.map(({ text }) => text)], { signal });
  if (embedded.is !== "ok") return embedded;
  const questions = embedded.value.slice(0, asked.length);
  const stories = embedded.value.slice(asked.length, asked.length + story.length);
  const vectors = embedded.value.slice(asked.length + story.length);
  const places = placesIn(sentences);
  const body = sentences.flatMap((sentence, at): Placed[] => {
    const [vector, place] = [vectors[at], places[at]];
    return vector && place ? [{ ...sentence, vector, place }] : [];
  });
  const near = (vector: Float32Array) => questions.map((one) => Math.max(0, cosine(one, vector)));
  const headings = new Map(
    body.filter(({ place }) => place.heading).map(({ place, vector }) => [place.section, Math.max(0, ...near(vector))]),
  );
  const bare = body.filter(({ place }) => !place.heading);
  const terms = bare.map(({ text }) => saidTerms(text));
  const weight = inverseDocumentFrequency(terms.map(({ own }) => own));
  const wanted = asked.map((text) => saidTerms(text).own);
  const told = bare.map((sentence, at): Told => {
    const cosines = near(sentence.vector);
    const overlaps = wanted.map((own) => shareSaid(own, terms[at]?.known ?? new Set(), weight));
    return {
      ...sentence,
      cosine: wholeAndBestPart(cosines),
      overlap: wholeAndBestPart(overlaps),
      story: stories.reduce((sum, one) => sum + Math.max(0, cosine(one, sentence.vector)), 0) / Math.max(1, stories.length),
      heading: headings.get(sentence.place.section) ?? 0,
      plainCosine: cosines[0] ?? 0,
      plainOverlap: overlaps[0] ?? 0,
    };
  });
  return ok({ asked: { text: whole, vector: questions[0] }, body, told });
}

/** The first value counts as much as the best of the others: a sentence may answer one of two questions. */
const wholeAndBestPart = ([whole = 0, ...parts]: readonly number[]): number => (whole + Math.max(0, ...parts)) / 2;
