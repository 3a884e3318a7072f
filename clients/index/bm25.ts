/** Settings of BM25. @cite robertson2009bm25 §3.2 */
export type Bm25 = {
  /** Saturation of a word's count, 0 or more. */
  k1: number;
  /** How far long articles are held back, 0-1. */
  b: number;
};

/** The values that the reference numbers of the collections were measured with, and Anserini's defaults. */
export const BM25_DEFAULTS: Bm25 = { k1: 0.9, b: 0.4 };

/** How much an article's length weighs: k1 (1 - b + b length / mean) = base + perWord length. */
export type Lengths = { base: number; perWord: number };

/** Form both parts from the settings and the counts of a whole collection. */
export const lengthsOf = ({ k1, b }: Bm25, articles: number, words: number): Lengths => ({
  base: k1 * (1 - b),
  perWord: words === 0 ? 0 : (k1 * b * articles) / words,
});

/** Weigh a word: its inverse document frequency, times how often the query says it, times k1 + 1. */
export const wordWeight = ({ k1 }: Bm25, articles: number, { times, holding }: { times: number; holding: number }): number =>
  times * Math.log(1 + (articles - holding + 0.5) / (holding + 0.5)) * (k1 + 1);
