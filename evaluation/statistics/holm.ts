/**
 * Adjust p values for several tests so that the chance of any false alarm stays below the level (Holm).
 *
 * Formula: the i-th smallest of m becomes the running maximum of (m - i + 1) p, at most 1.
 * In: p values, any order. Out: adjusted p values, same order, 0-1. Empty: none.
 * @cite holm1979sequential §3
 */
export function holm(pValues: readonly number[]): number[] {
  const ascending = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length);
  let highest = 0;
  ascending.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = highest;
  });
  return adjusted;
}
