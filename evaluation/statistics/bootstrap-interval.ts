import { quantile } from "./quantile.ts";
import { resampleRows } from "./resample-rows.ts";

export type BootstrapOptions = {
  /** How many resamples (count). */
  resamples?: number;
  /** Share of resamples inside the interval, 0-1. */
  level?: number;
  seed?: number;
};

/**
 * Find the percentile bootstrap interval of a statistic over items.
 *
 * Formula: the (1 - level)/2 and (1 + level)/2 quantiles of the statistic over resampled items.
 * In: items (questions, cases: what was sampled independently); a statistic of a list of them. Out: low <= high, in the statistic's unit.
 * Empty: both are the statistic of no items. One item: both are its value.
 * @cite efron1993bootstrap §13
 */
export function bootstrapInterval<Item>(
  items: readonly Item[],
  statistic: (items: readonly Item[]) => number,
  { resamples = 1000, level = 0.95, seed = 1 }: BootstrapOptions = {},
): { low: number; high: number } {
  if (items.length < 2) {
    const only = statistic(items);
    return { low: only, high: only };
  }
  const sample = [...items];
  const values = Array.from(resampleRows(items.length, resamples, seed), (row) => statistic(fillFrom(items, row, sample)));
  return percentileInterval(values, level);
}

/**
 * Find the percentile bootstrap interval of a mean: `bootstrapInterval` of `mean`, in a fraction of the time.
 *
 * In: values of items. Out: low <= high, in their unit. Empty: 0 to 0. One item: both are its value.
 * @cite efron1993bootstrap §13
 */
export function bootstrapMeanInterval(
  values: readonly number[],
  { resamples = 1000, level = 0.95, seed = 1 }: BootstrapOptions = {},
): { low: number; high: number } {
  if (values.length < 2) return { low: values[0] ?? 0, high: values[0] ?? 0 };
  return percentileInterval(bootstrapMeans(values, resampleRows(values.length, resamples, seed)), level);
}

/**
 * Find the mean of each resample, given its index rows.
 *
 * In: values; rows of indices into them. Out: one mean a row, in row order. Empty: no means.
 */
export function bootstrapMeans(values: readonly number[], rows: Iterable<ArrayLike<number>>): number[] {
  return Array.from(rows, (row) => {
    let sum = 0;
    for (let place = 0; place < row.length; place += 1) sum += values[row[place]!]!; // rows hold indices below values.length
    return row.length === 0 ? 0 : sum / row.length;
  });
}

/**
 * Cut the middle share out of a bootstrap distribution.
 *
 * In: the statistic of each resample, any order; level in 0-1. Out: low <= high. Empty: NaN.
 */
export function percentileInterval(values: readonly number[], level: number): { low: number; high: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { low: quantile(sorted, (1 - level) / 2), high: quantile(sorted, (1 + level) / 2) };
}

/** One array serves all resamples: a statistic reads it and keeps nothing of it. */
function fillFrom<Item>(items: readonly Item[], row: ArrayLike<number>, sample: Item[]): Item[] {
  for (let place = 0; place < row.length; place += 1) sample[place] = items[row[place]!]!; // rows hold indices below items.length
  return sample;
}
