import { mean } from "../statistics/mean.ts";

/**
 * Average so that a question near zero weighs heavily (GMAP).
 *
 * Formula: exp(mean ln(x + 0.00001)). In: values of 0 or more. Out: about 0.00001 to the highest value. Empty: 0.
 * @cite robertson2006gmap §2
 */
export function geometricMean(values: readonly number[]): number {
  return geometricMeanOfLogs(values.map(logOf));
}

/**
 * Finish a geometric mean whose logarithms were taken before: a bootstrap takes each only once.
 *
 * Formula: exp(mean l). In: `logOf` each value. Out: as `geometricMean`. Empty: 0.
 * @cite robertson2006gmap §2
 */
export function geometricMeanOfLogs(logs: readonly number[]): number {
  return logs.length === 0 ? 0 : Math.exp(mean(logs));
}

/** Take the logarithm that a geometric mean averages. Out: ln(x + 0.00001). */
export const logOf = (value: number): number => Math.log(value + EPSILON);

/** BioASQ's evaluator adds this, so that one zero does not erase all else. */
export const EPSILON = 0.00001;
