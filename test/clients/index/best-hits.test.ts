import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestHits } from "../../../clients/index/best-hits.ts";

describe("bestHits", () => {
  it("keeps the same hits as sorting everything, equal scores by doc number, in whatever order they come", () => {
    const scored = fc
      .array(fc.nat(5), { maxLength: 60 })
      .map((scores) => scores.map((score, doc) => ({ doc, score: score + 1 })))
      .chain((hits) => fc.shuffledSubarray(hits, { minLength: hits.length }));
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
