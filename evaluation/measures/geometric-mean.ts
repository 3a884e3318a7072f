import { mean } from "../statistics/mean.ts";

/**
 * Average so that a question near zero weighs heavily (GMAP).
 *
 * Formula: exp(mean ln(x + 0.00001)). In: values of 0 or more. Out: about 0.00001 to the highest value. Empty: 0.
 * @cite robertson2006gmap §2
 */
export function geometricMean(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.exp(mean(values.map((value) => Math.log(value + EPSILON))));
}

/** BioASQ's evaluator adds this, so that one zero does not erase all else. */
export const EPSILON = 0.00001;
