/**
 * Average values.
 *
 * Formula: sum / n. Out: a number in the unit of the values. Empty: 0 (say n beside it, so that zero is not read as a measurement).
 */
export function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
