import type { Lengths } from "./bm25.ts";
import { BLOCK_BITS, BLOCK_SIZE, BLOCKS, leastWords } from "./posting-blocks.ts";
import type { ReadList, SegmentList } from "./posting-lists.ts";

/** A query's word: what it weighs, and its lists in the order of the segments. */
export type WeightedWord = { weight: number; lists: readonly (SegmentList | undefined)[] };

/** The words of each article by segment (count), and how much they weigh. */
export type Collection = { lengths: Lengths; words: readonly Uint16Array[] };

/** Where scores go, and the least that still matters, which may rise meanwhile. */
export type Scored = { offer: (segment: number, doc: number, score: number) => void; toBeat: () => number };

// Sums of the same numbers in another order differ in their last bits.
const SLACK = 1 + 1e-9;
/** Blocks scored before the others, the most hopeful ones, so that the score to beat is high from then on (one in so many). */
const HOPEFUL_SHARE = 16;
const STEPS = 1024;

/**
 * Score the articles that can be among the best: first the blocks with the highest bounds, then each other block that could hold a better article.
 *
 * In: words, rarest first; the articles' lengths. Out: every article whose score is `toBeat` or more was offered with its BM25 score, summed in the order of
 * the words, whatever the segments; and how many were scored. @cite ding2011blockmax §4
 */
export const scoreBlocks = (words: readonly WeightedWord[], collection: Collection, { offer, toBeat }: Scored): number => {
  const bounds = boundsOf(words, collection);
  const score = blockScorer(words, collection);
  const hopeful = hopefulBound(bounds);
  let met = 0;
  // Both times in rising order: what is read next lies beside what was read last.
  for (const isFirst of [true, false]) {
    for (let block = 0; block < bounds.length; block++) {
      const bound = bounds[block]!; // below length
      if (bound === 0 || bound >= hopeful !== isFirst || bound * SLACK < toBeat()) continue;
      const segment = Math.floor(block / BLOCKS);
      const first = (block % BLOCKS) * BLOCK_SIZE;
      const least = toBeat();
      const scores = score(segment, block % BLOCKS, bound, least);
      if (scores === undefined) continue;
      for (let at = 0; at < BLOCK_SIZE; at++) {
        const one = scores[at]!; // one for each article of a block
        if (one === 0) continue;
        met += 1;
        if (one >= least) offer(segment, first + at, one);
      }
    }
  }
  return met;
};

/** The bound that about one block in 16 has or exceeds. */
const hopefulBound = (bounds: Float64Array): number => {
  let highest = 0;
  for (const bound of bounds) if (bound > highest) highest = bound;
  const withStep = new Uint32Array(STEPS + 1);
  for (const bound of bounds) withStep[Math.floor((bound / (highest || 1)) * STEPS)]! += 1;
  let [step, found] = [STEPS + 1, 0];
  while (step > 1 && found * HOPEFUL_SHARE < bounds.length) found += withStep[--step]!;
  return (step / STEPS) * highest;
};

/** Bound the score of any article, block by block: the sum of what each word can add at most. */
export const boundsOf = (words: readonly WeightedWord[], { lengths, words: wordsOf }: Collection): Float64Array => {
  const bounds = new Float64Array(wordsOf.length * BLOCKS);
  for (const { weight, lists } of words) {
    for (const [segment, list] of lists.entries()) {
      if (list === undefined) continue;
      if (list.blocks === undefined) addBest(list.read(), weight, lengths, wordsOf[segment]!, bounds, segment * BLOCKS);
      else {
        const { articles, most, shortest } = list.blocks;
        for (let block = 0; block < BLOCKS; block++) {
          if (articles[block] === 0) continue;
          bounds[segment * BLOCKS + block]! += weight * blockImpact(most[block]!, shortest[block]!, lengths); // one for each block
        }
      }
    }
  }
  return bounds;
};

const addBest = (
  { docs, counts }: ReadList,
  weight: number,
  { base, perWord }: Lengths,
  words: Uint16Array,
  bounds: Float64Array,
  from: number,
): void => {
  let block = 0;
  let best = 0;
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at]!; // at < length
    const count = counts[at]!; // as long as docs
    if (doc >> BLOCK_BITS !== block) {
      bounds[from + block]! += best;
      block = doc >> BLOCK_BITS;
      best = 0;
    }
    best = Math.max(best, (weight * count) / (count + base + perWord * words[doc]!));
  }
  bounds[from + block]! += best;
};

const blockImpact = (most: number, shortest: number, { base, perWord }: Lengths): number =>
  most / (most + base + perWord * leastWords(shortest));

/**
 * Prepare to score blocks: the score of each article of one, in the order of the words.
 *
 * Once the words left cannot lift the best article so far to `least`, the block is given up: its frequent words, which come last, are not looked at.
 */
const blockScorer = (words: readonly WeightedWord[], { lengths, words: wordsOf }: Collection) => {
  const { base, perWord } = lengths;
  const scores = new Float64Array(BLOCK_SIZE);
  return (segment: number, block: number, bound: number, least: number): Float64Array | undefined => {
    scores.fill(0);
    const first = block * BLOCK_SIZE;
    const end = first + BLOCK_SIZE;
    const lengthOf = wordsOf[segment]!; // a block of a known segment
    let left = bound;
    let best = 0;
    for (const { weight, lists } of words) {
      const list = lists[segment];
      if (list === undefined || list.blocks?.articles[block] === 0) continue;
      const { docs, counts, starts } = list.read();
      let most = 0;
      for (let at = starts === undefined ? firstFrom(first, docs) : starts[block]!; at < docs.length; at++) {
        const doc = docs[at]!; // at < length
        if (doc >= end) break;
        const count = counts[at]!; // as long as docs
        const own = (weight * count) / (count + base + perWord * lengthOf[doc]!);
        const sum = scores[doc - first]! + own;
        scores[doc - first] = sum;
        if (own > most) most = own;
        if (sum > best) best = sum;
      }
      // What the word was counted with in the bound.
      left -=
        list.blocks === undefined ? most : weight * blockImpact(list.blocks.most[block]!, list.blocks.shortest[block]!, lengths);
      if ((best + left) * SLACK < least) return undefined;
    }
    return scores;
  };
};

/** Place of the first article with this number or a higher one. */
const firstFrom = (doc: number, docs: Uint16Array): number => {
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return low;
};
