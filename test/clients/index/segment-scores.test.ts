import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestHits } from "../../../clients/index/best-hits.ts";
import { scoreSegment, type WordList } from "../../../clients/index/segment-scores.ts";

const lengths = { words: Uint16Array.from({ length: 64 }, (_, doc) => 5 + (doc % 7) * 20), base: 0.54, perWord: 0.006 };

/** A word that is held by `docs`, each as often as the doc number modulo 4 plus 1 says. */
const wordList = (weight: number, docs: readonly number[]): WordList & { reads: () => number } => {
  const sorted = Uint16Array.from([...new Set(docs)].sort((a, b) => a - b));
  const counts = Uint8Array.from(sorted, (doc) => (doc % 4) + 1);
  const most = Math.max(0, ...counts);
  const shortest = Math.min(...[...sorted].map((doc) => lengths.words[doc]!));
  let reads = 0;
  const load = () => {
    reads += 1;
    return { docs: sorted, counts };
  };
  return { weight, bound: (weight * most) / (most + lengths.base + lengths.perWord * shortest), load, reads: () => reads };
};

const byHand = (lists: readonly WordList[]): Map<number, number> => {
  const scores = new Map<number, number>();
  for (const { weight, load } of lists) {
    const { docs, counts } = load();
    for (const [at, doc] of docs.entries()) {
      const score = (weight * counts[at]!) / (counts[at]! + lengths.base + lengths.perWord * lengths.words[doc]!);
      scores.set(doc, (scores.get(doc) ?? 0) + score);
    }
  }
  return scores;
};

const words = fc.array(fc.tuple(fc.double({ min: 0.01, max: 9, noNaN: true }), fc.array(fc.nat(63), { minLength: 1 })), {
  minLength: 1,
  maxLength: 6,
});

describe("scoreSegment", () => {
  it("finds every article above the score to beat, and scores it as the whole sum does", () => {
    fc.assert(
      fc.property(words, fc.double({ min: 0, max: 12, noNaN: true }), (given, toBeat) => {
        const lists = given.map(([weight, docs]) => wordList(weight, docs));
        const scores = new Float64Array(64);
        const found = new Map(scoreSegment(lists, lengths, toBeat, scores).above.map(({ doc, score }) => [doc, score]));
        for (const [doc, score] of byHand(lists)) {
          if (score > toBeat + 1e-9) expect(found.get(doc)).toBeCloseTo(score, 9);
          if (score < toBeat - 1e-9) expect(found.has(doc)).toBe(false);
        }
        expect(scores.every((score) => score === 0)).toBe(true);
      }),
    );
  });

  it("does not read the list of a frequent word where no article can rise high enough", () => {
    // rare: at most 6.0 x 4/(4.54 + .006 x 5) = 5.3; frequent: below 0.5. To beat 100: neither matters.
    const rare = wordList(6, [1, 2, 3]);
    const frequent = wordList(
      0.5,
      Array.from({ length: 64 }, (_, doc) => doc),
    );
    expect(scoreSegment([frequent, rare], lengths, 100, new Float64Array(64)).above).toEqual([]);
    expect([rare.reads(), frequent.reads()]).toEqual([0, 0]);
  });
});

describe("bestHits", () => {
  it("keeps the same hits as sorting everything, equal scores by doc number", () => {
    const scored = fc
      .array(fc.nat(5), { maxLength: 60 })
      .map((scores) => scores.map((score, doc) => ({ doc, score: score + 1 })));
    fc.assert(
      fc.property(scored, fc.integer({ min: 1, max: 12 }), (all, limit) => {
        const heap = bestHits(limit);
        for (const hit of all) heap.offer(hit);
        const sorted = [...all].sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, limit);
        expect(heap.best()).toEqual(sorted);
        expect(heap.toBeat()).toBe(sorted.length < limit ? 0 : sorted.at(-1)!.score);
      }),
    );
  });
});
