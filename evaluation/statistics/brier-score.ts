/**
 * Measure the squared error of stated probabilities.
 *
 * Formula: mean (p - y)². In: probabilities 0-1 and labels (0 or 1), one order. Out: 0 (perfect) to 1. Empty: 0.
 * @cite brier1950verification
 */
export function brierScore(probabilities: readonly number[], labels: readonly number[]): number {
  const squares = probabilities.map((p, index) => (p - (labels[index] ?? Number.NaN)) ** 2);
  return squares.length === 0 ? 0 : squares.reduce((sum, square) => sum + square, 0) / squares.length;
}
