import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaledMix } from "../../retrieval/scaled-mix.ts";

describe("scaledMix", () => {
  it("scales each score to 0-1 in the list and weighs them", () => {
    const mixed = scaledMix(
      [
        { id: "a", cosine: 0.2, bm25: 30 },
        { id: "b", cosine: 0.6, bm25: 10 },
        { id: "c", cosine: 0.4, bm25: 20 },
      ],
      0.7,
    );
    // a: .7×0 + .3×1; b: .7×1 + .3×0; c: .7×.5 + .3×.5.
    expect(mixed.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    for (const [index, score] of [0.7, 0.5, 0.3].entries()) expect(mixed[index]?.score).toBeCloseTo(score, 12);
  });

  it("counts a missing score as the least, and goes by the other when one is missing for all", () => {
    const half = [
      { id: "a", cosine: undefined, bm25: 1 },
      { id: "b", cosine: 0.5, bm25: 2 },
    ];
    expect(scaledMix(half, 0.7).map(({ id }) => id)).toEqual(["b", "a"]);
    const words = half.map(({ id, bm25 }) => ({ id, bm25, cosine: undefined }));
    expect(scaledMix(words, 0.7)).toEqual([
      { id: "b", score: 1 },
      { id: "a", score: 0 },
    ]);
  });

  it("keeps every article, with scores from 0 to 1, for any scores", () => {
    const score = fc.option(fc.double({ min: -1000, max: 1000, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.array(fc.record({ cosine: score, bm25: score })),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (scores, weight) => {
          const mixed = scaledMix(
            scores.map((each, index) => ({ id: String(index), ...each })),
            weight,
          );
          expect(mixed).toHaveLength(scores.length);
          for (const { score: value } of mixed) expect(value >= 0 && value <= 1 + 1e-9).toBe(true);
        },
      ),
    );
  });
});
