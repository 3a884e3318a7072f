import { drand48 } from "../evaluation/statistics/drand48.ts";
import { type BoostedTrees, leafOf } from "../retrieval/boosted-trees.ts";

/** One example: its features in order, whether it is positive, and how much it counts. */
export type Example = { row: readonly number[]; positive: boolean; weight: number };
export type Boosting = {
  trees: number;
  depth: number;
  rate: number;
  sample: number;
  features: number;
  leastLeaf: number;
  seed: number;
};

type Tree = BoostedTrees["trees"][number];
type Node = { members: number[] };
const BINS = 32;
const RIDGE = 1;

/**
 * Learn boosted trees of one depth for the logistic loss, each from a random part of the examples and features.
 * In: examples; names of the features; how many trees, their depth, learning rate, shares of examples and of features a tree sees (0-1), fewest weight a leaf holds, seed.
 * Out: start and trees; the same for the same input on every machine.
 * @cite hastie2009elements §10.10
 */
export function boostTrees(
  examples: readonly Example[],
  names: readonly string[],
  how: Boosting,
): Pick<BoostedTrees, "start" | "trees"> {
  const random = drand48(how.seed);
  const { cuts, bins } = binned(examples, names.length);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const share = examples.reduce((sum, { weight, positive }) => sum + (positive ? weight : 0), 0) / total;
  const start = short(Math.log(share / (1 - share)));
  const odds = new Float64Array(examples.length).fill(start);
  const trees: Tree[] = [];
  for (let round = 0; round < how.trees; round++) {
    const slope = new Float64Array(examples.length);
    const curve = new Float64Array(examples.length);
    for (const [at, { positive, weight }] of examples.entries()) {
      const chance = 1 / (1 + Math.exp(-odds[at]!)); // one an example, as all below
      slope[at] = weight * ((positive ? 1 : 0) - chance);
      curve[at] = weight * chance * (1 - chance);
    }
    const members = [...examples.keys()].filter(() => random() < how.sample);
    const tree = growTree(members, () => names.map((_, at) => at).filter(() => random() < how.features));
    trees.push(tree);
    for (const [at, { row }] of examples.entries()) odds[at]! += leafOf(tree, row);

    function growTree(all: number[], choose: () => number[]): Tree {
      const grown: Tree = { split: [], at: [], leaf: [] };
      let level: Node[] = [{ members: all }];
      for (let depth = 0; depth < how.depth; depth++) {
        level = level.flatMap((node) => {
          const best = bestSplit(node.members, choose());
          grown.split.push(best?.feature ?? 0);
          // Where no split helps, all go left: no value is above it.
          grown.at.push(best === undefined ? 1e9 : cuts[best.feature]![best.bin]!);
          const right = (at: number) => best !== undefined && bins[best.feature]![at]! > best.bin;
          return [{ members: node.members.filter((at) => !right(at)) }, { members: node.members.filter(right) }];
        });
      }
      grown.leaf = level.map(({ members: held }) => {
        const [up, down] = [sumOf(held, slope), sumOf(held, curve)];
        return short((how.rate * up) / (down + RIDGE));
      });
      return grown;
    }

    function bestSplit(held: readonly number[], features: readonly number[]): { feature: number; bin: number } | undefined {
      let best: { feature: number; bin: number; gain: number } | undefined;
      const [up, down, weight] = [
        sumOf(held, slope),
        sumOf(held, curve),
        held.reduce((sum, at) => sum + examples[at]!.weight, 0),
      ];
      for (const feature of features) {
        const [ups, downs, weights] = [new Float64Array(BINS + 1), new Float64Array(BINS + 1), new Float64Array(BINS + 1)];
        const own = bins[feature]!;
        for (const at of held) {
          const bin = own[at]!;
          ups[bin]! += slope[at]!;
          downs[bin]! += curve[at]!;
          weights[bin]! += examples[at]!.weight;
        }
        let [leftUp, leftDown, leftWeight] = [0, 0, 0];
        for (let bin = 0; bin < cuts[feature]!.length; bin++) {
          leftUp += ups[bin]!;
          leftDown += downs[bin]!;
          leftWeight += weights[bin]!;
          if (leftWeight < how.leastLeaf || weight - leftWeight < how.leastLeaf) continue;
          const gain =
            leftUp ** 2 / (leftDown + RIDGE) + (up - leftUp) ** 2 / (down - leftDown + RIDGE) - up ** 2 / (down + RIDGE);
          if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain };
        }
      }
      return best;
    }
  }
  return { start, trees };
}

/** Thresholds of each feature at its quantiles, and the place of each example among them. */
function binned(examples: readonly Example[], features: number): { cuts: number[][]; bins: Uint8Array[] } {
  const cuts: number[][] = [];
  const bins: Uint8Array[] = [];
  for (let feature = 0; feature < features; feature++) {
    const values = examples.map(({ row }) => row[feature] ?? 0).sort((a, b) => a - b);
    const last = values.at(-1) ?? 0;
    const own = [
      ...new Set(
        Array.from({ length: BINS }, (_, at) => short(values[Math.floor(((at + 1) * values.length) / (BINS + 1))] ?? 0)),
      ),
    ]
      .sort((a, b) => a - b)
      .filter((cut) => cut < last);
    cuts.push(own);
    bins.push(Uint8Array.from(examples, ({ row }) => own.filter((cut) => (row[feature] ?? 0) > cut).length));
  }
  return { cuts, bins };
}

const sumOf = (held: readonly number[], values: Float64Array): number => held.reduce((sum, at) => sum + values[at]!, 0); // a place in it
const short = (value: number): number => Number(value.toPrecision(4));
