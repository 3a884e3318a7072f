import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaledMix } from "../../retrieval/scaled-mix.ts";

describe("scaledMix", () => {
  it("weighs the cosine as it is and BM25 as a share of the best", () => {
    const mixed = scaledMix(
      [
        { id: "a", cosine: 0.2, bm25: 30 },
        { id: "b", cosine: 0.6, bm25: 10 },
        { id: "c", cosine: 0.4, bm25: 20 },
      ],
      0.7,
    );
    // a: .7×.2 + .3×1 = .44; b: .7×.6 + .3×⅓ = .52; c: .7×.4 + .3×⅔ = .48.
    expect(mixed.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    for (const [index, score] of [0.52, 0.48, 0.44].entries()) expect(mixed[index]?.score).toBeCloseTo(score, 12);
  });

  it("keeps two articles in place when a far-off third joins the list", () => {
    const two = [
      { id: "a", cosine: 0.6, bm25: 10 },
      { id: "b", cosine: 0.65, bm25: 8 },
    ];
    const order = (list: typeof two) =>
      scaledMix(list, 0.7)
        .map(({ id }) => id)
        .filter((id) => id !== "far");
    // a: .42 + .3 = .72; b: .455 + .24 = .695. Min-max scaling puts b first without the third article, and a first with it.
    expect(order(two)).toEqual(["a", "b"]);
    expect(order([...two, { id: "far", cosine: 0, bm25: 0 }])).toEqual(["a", "b"]);
  });

  it("counts a missing score as the least, and goes by the other when one is missing for all", () => {
    const half = [
      { id: "a", cosine: undefined, bm25: 1 },
      { id: "b", cosine: 0.5, bm25: 2 },
    ];
    // Both have cosine .5; a has half of b's BM25.
    expect(scaledMix(half, 0.7).map(({ id }) => id)).toEqual(["b", "a"]);
    const words = half.map(({ id, bm25 }) => ({ id, bm25, cosine: undefined }));
    expect(scaledMix(words, 0.7)).toEqual([
      { id: "b", score: 1 },
      { id: "a", score: 0.5 },
    ]);
  });

  it("counts the words of a list less where told, and its cosines whole", () => {
    const both = [
      { id: "a", cosine: 0.2, bm25: 30 },
      { id: "b", cosine: 0.6, bm25: undefined },
    ];
    // a: .65×.2 + .35×.6×1 = .34, not .48; b: .65×.6 = .39.
    const mixed = scaledMix(both, 0.65, 0.6);
    expect(mixed.map(({ id }) => id)).toEqual(["b", "a"]);
    for (const [index, score] of [0.39, 0.34].entries()) expect(mixed[index]?.score).toBeCloseTo(score, 12);
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
