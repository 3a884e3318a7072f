/**
 * Read a quantile, interpolating between neighbours (type 7: numpy's and R's default).
 *
 * Formula: x[h] with h = (n - 1) p, linear between floor(h) and ceil(h).
 * In: values sorted ascending; p in 0-1. Out: a value between the first and the last. Empty: NaN.
 * @cite hyndman1996quantiles §2
 */
export function quantile(sorted: readonly number[], p: number): number {
  const place = (sorted.length - 1) * p;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
