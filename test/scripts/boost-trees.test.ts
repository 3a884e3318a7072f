import { expect, it } from "vitest";
import { BoostedTrees, chanceOf } from "../../retrieval/boosted-trees.ts";
import { boostTrees, type Example } from "../../scripts/boost-trees.ts";

const how = { trees: 60, depth: 2, rate: 0.2, sample: 0.8, features: 1, leastLeaf: 2, seed: 3 };
// Positive where just one of two features is high: no sum of the two tells it.
const examples: Example[] = Array.from({ length: 200 }, (_, at) => {
  const [left, right] = [at % 2, Math.floor(at / 2) % 2];
  return { row: [left + at / 1000, right, at % 7], positive: left !== right, weight: 1 };
});
const learn = (from: readonly Example[], changed: Partial<typeof how> = {}) =>
  BoostedTrees.parse({
    source: "this test",
    features: ["left", "right", "noise"],
    ...boostTrees(from, ["left", "right", "noise"], { ...how, ...changed }),
  });

it("learns what no linear rule can", () => {
  const trees = learn(examples);
  const right = examples.filter(
    ({ row, positive }) => chanceOf(trees, { left: row[0] ?? 0, right: row[1] ?? 0, noise: row[2] ?? 0 }) >= 0.5 === positive,
  );
  expect(right.length).toBeGreaterThan(190);
});

it("learns the same from the same, and other trees from another seed", () => {
  expect(learn(examples)).toEqual(learn(examples));
  expect(learn(examples, { seed: 4, sample: 0.5 })).not.toEqual(learn(examples, { sample: 0.5 }));
});

it("begins with the weighted share of positives", () => {
  const weighted = examples.map((example) => ({ ...example, weight: example.positive ? 3 : 1 }));
  const none = learn(weighted, { trees: 0 });
  expect(chanceOf(none, { left: 0, right: 0, noise: 0 })).toBeCloseTo(0.75, 3);
});
