/**
 * Measure the surprise of labels under stated probabilities.
 *
 * Formula: -mean (y ln p + (1 - y) ln(1 - p)), p kept within [2^-52, 1 - 2^-52].
 * In: probabilities 0-1 and labels (0 or 1), one order. Out: 0 (perfect) to about 36, nats. Empty: 0.
 * @cite good1952rational §8
 */
export function logLoss(probabilities: readonly number[], labels: readonly number[]): number {
  const losses = probabilities.map((probability, index) => {
    const p = Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, probability));
    return -Math.log(labels[index] === 1 ? p : 1 - p);
  });
  return losses.length === 0 ? 0 : losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
