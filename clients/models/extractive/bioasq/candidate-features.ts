import { porterStem } from "../../../../text/porter-stem.ts";
import { endingOf, kindOf, shapeOf } from "./candidate-shapes.ts";
import type { Candidate, Occurrence } from "./candidates.ts";
import type { Evidence } from "./evidence.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import type { QuestionTarget } from "./question-target.ts";

/** What all candidates of a question are measured against. */
export type Asked = { target: QuestionTarget; stems: ReadonlySet<string>; head: string; sentences: number; snippets: number };

/** Prepare a question for measuring candidates. In: evidence, target. Out: stems of its content words, its head noun, counts. */
export function askedOf({ question, sentences }: Evidence, target: QuestionTarget): Asked {
  const stems = new Set(
    piecesOf(question)
      .filter(({ stop }) => !stop)
      .map(({ stem }) => stem),
  );
  const snippets = new Set(sentences.flatMap((sentence) => sentence.snippets)).size;
  return { target, stems, head: porterStem(target.head), sentences: sentences.length, snippets };
}

const FAR = 12;

/**
 * Measure a candidate: how often and where it stands, beside which words, of what shape, and whether the question asks for that.
 * In: candidate, the question's measure. Out: features by name; most names are of the kind "previous:by" and hold the share of its places.
 */
export function candidateFeatures(
  { key, text, occurrences }: Candidate,
  { target, stems, head, sentences, snippets }: Asked,
): Map<string, number> {
  const features = new Map<string, number>();
  const count = occurrences.length;
  const add = (name: string, value: number) => {
    if (value !== 0) features.set(name, (features.get(name) ?? 0) + value);
  };
  const own = occurrences.slice(0, 1).flatMap(({ pieces, from, to }) => pieces.slice(from, to + 1));
  const shown = own.filter(({ stop }) => !stop);
  const [shape, ending, kind] = [shapeOf(text), endingOf(key), kindOf(text)];
  const held = new Set(occurrences.flatMap(({ sentence }) => sentence.snippets)).size;
  add("places", Math.log1p(count));
  add("share", held / Math.max(1, snippets));
  add("sentences", new Set(occurrences.map(({ sentence }) => sentence)).size / Math.max(1, sentences));
  add("early", 1 / (1 + Math.min(...occurrences.map(({ sentence }) => sentence.place))));
  add("relevance", Math.max(...occurrences.map(({ sentence }) => sentence.relevance)));
  add("overlap", Math.max(...occurrences.map(({ sentence }) => sentence.overlap)));
  add("near", Math.max(...occurrences.map((place) => nearness(place, stems))));
  add("near:mean", occurrences.reduce((sum, place) => sum + nearness(place, stems), 0) / count);
  add(`pieces:${own.length}`, 1);
  if (shown.length < own.length) add("inner", 1);
  add(`first:${tierName(own[0])}`, 1);
  add(`last:${tierName(own.at(-1))}`, 1);
  add("rare", shown.filter(({ tier }) => tier === 0).length / Math.max(1, shown.length));
  add("asked", shown.filter(({ stem }) => stems.has(stem)).length / Math.max(1, shown.length));
  if (own[0] && stems.has(own[0].stem)) add("asked:first", 1);
  if (own.length > 1 && stems.has(own.at(-1)?.stem ?? "")) add("asked:last", 1);
  if (head !== "" && own.at(-1)?.stem === head) add("head:last", 1);
  for (const [name, value] of [
    ["shape", shape],
    ["ending", ending],
    ["kind", kind],
  ] as const) {
    add(`${name}:${value}`, 1);
    add(`${target.category}|${name}:${value}`, 1);
  }
  add(`${target.category}|pieces:${Math.min(own.length, 4)}`, 1);
  add(`${target.category}|rare`, shown.every(({ tier }) => tier === 0) ? 1 : 0);
  for (const place of occurrences) {
    add(`previous:${place.previous}`, 1 / count);
    add(`next:${place.next}`, 1 / count);
    if (place.previous === "(" && place.next === ")") add("bracketed", 1 / count);
    if (joined(place.pieces, place.from)) add(`left:${tierName(place.pieces[place.from - 1])}`, 1 / count);
    if (joined(place.pieces, place.to + 1)) add(`right:${tierName(place.pieces[place.to + 1])}`, 1 / count);
    if (head !== "" && place.pieces[place.from - 1]?.stem === head) add("head:before", 1 / count);
    if (head !== "" && place.pieces[place.to + 1]?.stem === head) add("head:after", 1 / count);
  }
  return features;
}

const tierName = (piece: Piece | undefined): string => (piece === undefined ? "none" : String(piece.tier));

/** Whether the piece there goes on with the one before it: a content word that no punctuation cuts off. */
function joined(pieces: readonly Piece[], at: number): boolean {
  const [before, after] = [pieces[at - 1], pieces[at]];
  return before !== undefined && after !== undefined && after.gap === "" && !before.stop && !after.stop;
}

/** 1 beside a word of the question, less with the distance in words, 0 where the sentence has none. */
function nearness({ pieces, from, to }: Occurrence, stems: ReadonlySet<string>): number {
  for (let distance = 1; distance <= FAR; distance++) {
    for (const at of [from - distance, to + distance]) if (stems.has(pieces[at]?.stem ?? "")) return 1 / distance;
  }
  return 0;
}
