/**
 * Average what could be measured.
 * In: values (0-1, null where there is nothing to measure) with weights at or above 0. Out: mean of the others by weight, 0-1; 0 when none is left.
 */
export function weightedMean(parts: readonly { value: number | null; weight: number }[]): number {
  const measured = parts.flatMap(({ value, weight }) => (value === null ? [] : [{ value, weight }]));
  const total = measured.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : measured.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
}
