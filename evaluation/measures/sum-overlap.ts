import type { OverlapCounts } from "./set-overlap.ts";

/** Count what a choice shares with its gold. In: chosen indices, each once, gold ones. Out: counts. */
export const overlapCounts = (chosen: readonly number[], gold: ReadonlySet<number>): OverlapCounts => ({
  shared: chosen.filter((index) => gold.has(index)).length,
  predicted: chosen.length,
  gold: gold.size,
});

/** Add counts of items up, for micro averages. In: counts an item. Out: their sums. */
export const sumOverlap = (counts: readonly OverlapCounts[]): OverlapCounts =>
  counts.reduce(
    (sum, { shared, predicted, gold }) => ({
      shared: sum.shared + shared,
      predicted: sum.predicted + predicted,
      gold: sum.gold + gold,
    }),
    { shared: 0, predicted: 0, gold: 0 },
  );
