import { type BootstrapOptions, bootstrapMeans, percentileInterval } from "./bootstrap-interval.ts";
import { mean } from "./mean.ts";
import { pairedDifferences } from "./paired-differences.ts";
import { resampleRows } from "./resample-rows.ts";

/**
 * Compare two systems on the same items: the mean difference and its bootstrap interval.
 *
 * Formula: difference = mean(a - b); interval = percentiles of the resampled means; pNotBetter = share of resampled means <= 0.
 * In: scores of a and of b, item by item in one order. Out: difference, low <= high (unit of the scores), pNotBetter in 0-1, n.
 * Empty: difference 0, interval 0 to 0, pNotBetter 1.
 * @cite koehn2004significance §3
 */
export function pairedBootstrap(
  a: readonly number[],
  b: readonly number[],
  { resamples = 10_000, level = 0.95, seed = 1 }: BootstrapOptions = {},
): { difference: number; low: number; high: number; pNotBetter: number; n: number } {
  const differences = pairedDifferences(a, b);
  const n = differences.length;
  if (n === 0) return { difference: 0, low: 0, high: 0, pNotBetter: 1, n };
  const means = bootstrapMeans(differences, resampleRows(n, resamples, seed));
  const notBetter = means.filter((value) => value <= TIE).length;
  return { difference: mean(differences), ...percentileInterval(means, level), pNotBetter: notBetter / means.length, n };
}

// Sums of the same differences in another order differ in the last bits: such a mean is zero.
const TIE = 1e-12;
