import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reciprocalRankFusion } from "../../retrieval/reciprocal-rank-fusion.ts";

const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"));
const rankings = fc.array(fc.record({ ids, weight: fc.constantFrom(1, 2) }));

describe("reciprocalRankFusion", () => {
  it("adds weight / (k + rank) over the lists", () => {
    const fused = reciprocalRankFusion(
      [
        { ids: ["a", "b"], weight: 1 },
        { ids: ["b", "c"], weight: 2 },
      ],
      60,
    );
    // a: 1/61; b: 1/62 + 2/61; c: 2/62.
    expect(fused.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    expect(fused.map(({ score }) => score)).toEqual([1 / 62 + 2 / 61, 2 / 62, 1 / 61]);
  });

  it("keeps the order of one list, and of equals as first met", () => {
    expect(reciprocalRankFusion([{ ids: ["c", "a", "b"], weight: 1 }], 60).map(({ id }) => id)).toEqual(["c", "a", "b"]);
    const tied = [
      { ids: ["x"], weight: 1 },
      { ids: ["a"], weight: 1 },
    ];
    expect(reciprocalRankFusion(tied, 60).map(({ id }) => id)).toEqual(["x", "a"]);
  });

  it("counts an id that a list repeats once, at its better rank", () => {
    expect(reciprocalRankFusion([{ ids: ["a", "a", "b"], weight: 1 }], 60)).toEqual([
      { id: "a", score: 1 / 61 },
      { id: "b", score: 1 / 62 },
    ]);
  });

  it("gives a permutation of the union, scores falling", () => {
    fc.assert(
      fc.property(rankings, (lists) => {
        const fused = reciprocalRankFusion(lists, 60);
        expect(fused.map(({ id }) => id).sort()).toEqual([...new Set(lists.flatMap((list) => list.ids))].sort());
        for (const [index, { score }] of fused.entries())
          expect(score).toBeLessThanOrEqual(fused[index - 1]?.score ?? Number.POSITIVE_INFINITY);
      }),
    );
  });

  it("never ranks an id lower because a list puts it first", () => {
    fc.assert(
      fc.property(rankings, fc.constantFrom("a", "b"), (lists, id) => {
        const place = (all: typeof lists) => reciprocalRankFusion(all, 60).findIndex((each) => each.id === id);
        fc.pre(place(lists) >= 0);
        expect(place([...lists, { ids: [id], weight: 1 }])).toBeLessThanOrEqual(place(lists));
      }),
    );
  });
});
