import { z } from "zod";

const numbers = z.array(z.number());
// A full tree: its splits level by level, then its leaves from left to right.
const Tree = z
  .object({ split: z.array(z.int().nonnegative()), at: numbers, leaf: numbers })
  .refine(({ split, at, leaf }) => split.length === at.length && leaf.length === at.length + 1 && isPower(leaf.length), {
    message: "a tree is full: as many thresholds as splits, and one leaf more, a power of two of them",
  });

/** Boosted decision trees: names of the features, the log odds to begin with, and what each tree adds to them. */
export const BoostedTrees = z
  .object({ source: z.string().min(1), features: z.array(z.string()), start: z.number(), trees: z.array(Tree) })
  .refine(({ features, trees }) => trees.every(({ split }) => split.every((feature) => feature < features.length)), {
    message: "a tree splits by a feature that is not named",
  });
export type BoostedTrees = z.infer<typeof BoostedTrees>;

/**
 * Estimate a probability by boosted trees.
 * Formula: 1 / (1 + exp(−(start + Σ leaf))); at a split, a value above the threshold goes right. In: trees, features by name. Out: 0-1. Throws for a feature without a value.
 * @cite hastie2009elements §10.10
 */
export function chanceOf({ features, start, trees }: BoostedTrees, values: Readonly<Record<string, number>>): number {
  const row = features.map((name) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`boosted trees: no value for the feature ${name}`);
    return value;
  });
  return 1 / (1 + Math.exp(-trees.reduce((sum, tree) => sum + leafOf(tree, row), start)));
}

/** Follow a tree to its leaf. In: a full tree, values in the order of the features. Out: what it adds to the log odds. */
export function leafOf({ split, at, leaf }: BoostedTrees["trees"][number], row: readonly number[]): number {
  let node = 0;
  while (node < split.length) node = 2 * node + ((row[split[node]!] ?? 0) > at[node]! ? 2 : 1); // a node of the tree
  return leaf[node - split.length] ?? 0;
}

function isPower(count: number): boolean {
  return Math.log2(count) % 1 === 0;
}
