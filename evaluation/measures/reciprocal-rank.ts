/**
 * Measure how early the first right item comes.
 *
 * Formula: 1 / rank of the first right item. In: one flag a rank, best first. Out: 0-1. None right, or empty: 0.
 * @cite voorhees1999trec8 §3
 */
export function reciprocalRank(isRight: readonly boolean[]): number {
  const first = isRight.indexOf(true);
  return first < 0 ? 0 : 1 / (first + 1);
}
