import { f1 } from "./f1.ts";

export type Overlap = { precision: number; recall: number; f1: number };

/**
 * Compare two sets of ids.
 *
 * Formula: P = shared / predicted, R = shared / gold, F1 = 2PR / (P + R). In: two sets. Out: 0-1. One side empty: its ratio, and F1, are 0.
 * Both empty: 0 (callers whose official script says 1 say so).
 * @cite vanrijsbergen1979information §7
 */
export function setOverlap(predicted: ReadonlySet<string>, gold: ReadonlySet<string>): Overlap {
  return overlapOfCounts({ shared: countSharedMembers(predicted, gold), predicted: predicted.size, gold: gold.size });
}

export type OverlapCounts = { shared: number; predicted: number; gold: number };

/**
 * Turn counts into precision, recall and F1 (micro averages add the counts of all items first).
 *
 * Formula: as `setOverlap`. In: counts. Out: 0-1. A denominator of 0: 0.
 */
export function overlapOfCounts({ shared, predicted, gold }: OverlapCounts): Overlap {
  const precision = predicted === 0 ? 0 : shared / predicted;
  const recall = gold === 0 ? 0 : shared / gold;
  return { precision, recall, f1: f1(precision, recall) };
}

/**
 * Count what two sets share.
 *
 * In: two sets. Out: shared members (count). Empty: 0.
 */
export function countSharedMembers(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((member) => b.has(member)).length;
}
