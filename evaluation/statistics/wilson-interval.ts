/**
 * Find the 95 % interval of a share from counts (Wilson).
 *
 * Formula: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.96.
 * In: hits <= n (counts). Out: low <= share <= high, 0-1. Empty (n = 0): 0 to 1, nothing is known.
 * @cite wilson1927probable §3
 */
export function wilsonInterval(hits: number, n: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = hits / n;
  const denominator = 1 + Z ** 2 / n;
  const centre = (share + Z ** 2 / (2 * n)) / denominator;
  const half = (Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))) / denominator;
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** The normal distribution's 0.975 quantile: 95 % lies within ± Z. */
const Z = 1.959963984540054;
