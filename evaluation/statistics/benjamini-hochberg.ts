/**
 * Adjust p values for several tests so that the expected share of false alarms among the findings stays below the level.
 *
 * Formula: from the largest down, the i-th smallest of m becomes the running minimum of m p / i, at most 1.
 * In: p values, any order. Out: adjusted p values, same order, 0-1. Empty: none.
 * @cite benjamini1995controlling §3
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const descending = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => b.p - a.p);
  const adjusted = new Array<number>(pValues.length);
  let lowest = 1;
  descending.forEach(({ p, index }, place) => {
    lowest = Math.min(lowest, (pValues.length * p) / (pValues.length - place));
    adjusted[index] = lowest;
  });
  return adjusted;
}
