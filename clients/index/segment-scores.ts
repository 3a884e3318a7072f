import type { ScoredDoc } from "./best-hits.ts";
import type { Postings } from "./postings.ts";

/** Settings of BM25. @cite robertson2009bm25 §3.2 */
export type Bm25 = {
  /** Saturation of a word's count, 0 or more. */
  k1: number;
  /** How far long articles are held back, 0-1. */
  b: number;
};

/** The values that the reference numbers of the collections were measured with, and Anserini's defaults. */
export const BM25_DEFAULTS: Bm25 = { k1: 0.9, b: 0.4 };

/** Postings of a query word in one segment. */
export type WordList = {
  /** Inverse document frequency times how often the query says the word. */
  weight: number;
  /** No article of the segment gets more than this from the word. */
  bound: number;
  /** Read the list; called once, and not at all where it cannot matter. */
  load: () => Postings;
};

/** How much an article's length weighs: k1 (1 - b + b length / mean) = base + perWord length. */
export type Lengths = { words: Uint16Array; base: number; perWord: number };

/**
 * Score the articles of one segment that can still be among the best.
 *
 * In: the words' lists; the articles' lengths; the score to beat; an all-zero array of SEGMENT_SIZE, all zero again afterwards.
 * Out: every article of the segment with a score above `toBeat`, with its exact BM25 score, in no order; and how many were scored.
 * Lists come by falling bound. Once the bounds left cannot lift a new article over `toBeat`, only articles met so far are looked up
 * (MaxScore). @cite turtle1995query §4
 */
export const scoreSegment = (
  lists: readonly WordList[],
  lengths: Lengths,
  toBeat: number,
  scores: Float64Array,
): { above: ScoredDoc[]; met: number } => {
  const ordered = [...lists].sort((a, b) => b.bound - a.bound);
  const left = ordered.map((_, at) => ordered.slice(at).reduce((sum, { bound }) => sum + bound, 0) * SLACK);
  let docs: number[] = [];
  let met = 0;
  for (const [at, list] of ordered.entries()) {
    const rest = left[at]!; // one for each list
    if (rest > toBeat) {
      addAll(list, lengths, scores, docs);
      met = docs.length;
      continue;
    }
    docs = keepHopeful(docs, scores, toBeat - rest);
    if (docs.length === 0) break;
    addTo(docs, list, lengths, scores);
  }
  const above: ScoredDoc[] = [];
  for (const doc of docs) {
    const score = scores[doc]!; // every doc is below SEGMENT_SIZE
    if (score > toBeat) above.push({ doc, score });
    scores[doc] = 0;
  }
  return { above, met };
};

// Sums of the same numbers in another order differ in their last bits.
const SLACK = 1 + 1e-9;

const addAll = ({ weight, load }: WordList, lengths: Lengths, scores: Float64Array, docs: number[]): void => {
  const { docs: holding, counts } = load();
  const { words, base, perWord } = lengths;
  for (let at = 0; at < holding.length; at++) {
    const doc = holding[at]!; // at < length
    const count = counts[at]!; // as long as docs
    if (scores[doc] === 0) docs.push(doc);
    scores[doc]! += (weight * count) / (count + base + perWord * words[doc]!);
  }
};

const keepHopeful = (docs: number[], scores: Float64Array, atLeast: number): number[] => {
  const hopeful: number[] = [];
  for (const doc of docs) {
    if (scores[doc]! > atLeast) hopeful.push(doc);
    else scores[doc] = 0;
  }
  return hopeful;
};

const addTo = (docs: number[], { weight, load }: WordList, lengths: Lengths, scores: Float64Array): void => {
  const { docs: holding, counts } = load();
  const { words, base, perWord } = lengths;
  for (const doc of docs) {
    const at = placeOf(doc, holding);
    if (at === -1) continue;
    const count = counts[at]!; // as long as docs
    scores[doc]! += (weight * count) / (count + base + perWord * words[doc]!);
  }
};

const placeOf = (doc: number, holding: Uint16Array): number => {
  let low = 0;
  let high = holding.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = holding[middle]!; // between low and high
    if (found === doc) return middle;
    if (found < doc) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};
