import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestHits, type ScoredDoc } from "../../../clients/index/best-hits.ts";
import { boundsOf, scoreBlocks, type WeightedWord } from "../../../clients/index/block-scores.ts";
import { BLOCK_SIZE, BLOCKS, decodeBlocks, encodeBlocks, LONG_LIST } from "../../../clients/index/posting-blocks.ts";
import type { ReadList, SegmentList } from "../../../clients/index/posting-lists.ts";
import { SEGMENT_SIZE } from "../../../clients/index/schema.ts";

const SEGMENTS = 2;
const lengthAt = (doc: number): number => 5 + (doc % 7) * 20;
const collection = {
  lengths: { base: 0.54, perWord: 0.006 },
  words: Array.from({ length: SEGMENTS }, () => Uint16Array.from({ length: SEGMENT_SIZE }, (_, doc) => lengthAt(doc))),
};

/** A list of one segment, each article holding the word as often as its number modulo 4 plus 1 says. */
const listOf = (docs: readonly number[]): SegmentList | undefined => {
  const sorted = Uint16Array.from([...new Set(docs)].sort((a, b) => a - b));
  if (sorted.length === 0) return undefined;
  const postings = { docs: sorted, counts: Uint8Array.from(sorted, (doc) => (doc % 4) + 1) };
  const bytes = encodeBlocks(postings, collection.words[0]!);
  const blocks = bytes === null ? undefined : decodeBlocks(bytes);
  const starts = blocks && startsOf(sorted);
  const read: ReadList = { ...postings, starts };
  return { articles: sorted.length, blocks, read: () => read };
};

const startsOf = (docs: Uint16Array): Uint32Array => {
  const starts = new Uint32Array(BLOCKS + 1);
  for (const doc of docs) starts[Math.floor(doc / BLOCK_SIZE) + 1]! += 1;
  for (let block = 0; block < BLOCKS; block++) starts[block + 1]! += starts[block]!;
  return starts;
};

/** What the whole sum over every article gives, by global number. */
const byHand = (words: readonly WeightedWord[]): ScoredDoc[] => {
  const scores = new Map<number, number>();
  for (const { weight, lists } of words) {
    for (const [segment, list] of lists.entries()) {
      for (const doc of list?.read().docs ?? []) {
        const count = (doc % 4) + 1;
        const own = (weight * count) / (count + 0.54 + 0.006 * lengthAt(doc));
        scores.set(segment * SEGMENT_SIZE + doc, (scores.get(segment * SEGMENT_SIZE + doc) ?? 0) + own);
      }
    }
  }
  return [...scores].map(([doc, score]) => ({ doc, score })).sort((a, b) => b.score - a.score || a.doc - b.doc);
};

const searched = (words: readonly WeightedWord[], limit: number) => {
  const heap = bestHits(limit);
  const scored = scoreBlocks(words, collection, {
    offer: (segment, doc, score) => heap.offer({ doc: segment * SEGMENT_SIZE + doc, score }),
    toBeat: heap.toBeat,
  });
  return { best: heap.best(), scored };
};

// Rare words anywhere, and one that every few articles hold, whose list is long.
const rare = fc.array(fc.nat(SEGMENT_SIZE - 1), { maxLength: 40 });
const near = fc.array(fc.nat(200), { maxLength: 40 });
const common = fc
  .record({ every: fc.integer({ min: 2, max: 9 }), upTo: fc.integer({ min: 9 * LONG_LIST, max: 7000 }) })
  .map(({ every, upTo }) => Array.from({ length: Math.floor(upTo / every) }, (_, at) => at * every));
const words = fc.array(
  fc
    .tuple(fc.double({ min: 0.01, max: 9, noNaN: true }), fc.oneof(rare, near, common), fc.oneof(rare, near, common))
    .map(([weight, first, second]): WeightedWord => ({ weight, lists: [listOf(first), listOf(second)] })),
  { minLength: 1, maxLength: 5 },
);

describe("scoreBlocks", () => {
  it("finds the best articles with the scores of the whole sum, to the last bit, equal ones by number", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 30 }), (given, limit) => {
        expect(searched(given, limit).best).toEqual(byHand(given).slice(0, limit));
      }),
      { numRuns: 40 },
    );
  });

  it("bounds the score of every article by its block's", () => {
    fc.assert(
      fc.property(words, (given) => {
        const bounds = boundsOf(given, collection);
        for (const { doc, score } of byHand(given))
          expect(bounds[Math.floor(doc / BLOCK_SIZE)]! * (1 + 1e-9)).toBeGreaterThanOrEqual(score);
      }),
      { numRuns: 20 },
    );
  });

  it("passes over the articles of a frequent word where none can be among the best", () => {
    // The rare word is worth at least 6 x 1/(1 + .54 + .006 x 125) = 2.6, the frequent one less than .5.
    const frequent = Array.from({ length: 30_000 }, (_, at) => at);
    const given = [
      { weight: 6, lists: [listOf([1000, 2000, 3000]), undefined] },
      { weight: 0.5, lists: [listOf(frequent), undefined] },
    ];
    const { best, scored } = searched(given, 3);
    expect(best.map(({ doc }) => doc).sort()).toEqual([1000, 2000, 3000]);
    expect(scored).toBeLessThan(10_000);
  });

  it("scores nothing without words", () => {
    expect(searched([], 5)).toEqual({ best: [], scored: 0 });
  });
});
