/**
 * Measure the area under the precision-recall steps of a scored list.
 *
 * Formula: Σ (R_k - R_{k-1}) P_k over distinct scores, highest first; items of equal score enter together.
 * In: scores and labels (0 or 1), one order. Out: 0 to 1. Empty, or no positive: 0.
 * @cite davis2006relationship §2
 */
export function stepAveragePrecision(scores: readonly number[], labels: readonly number[]): number {
  const points = scores.map((score, index) => ({ score, positive: labels[index] === 1 })).toSorted((a, b) => b.score - a.score);
  const positives = points.filter(({ positive }) => positive).length;
  if (positives === 0) return 0;
  let area = 0;
  let hits = 0;
  let hitsBefore = 0;
  points.forEach(({ score, positive }, index) => {
    if (positive) hits += 1;
    if (points[index + 1]?.score === score) return;
    area += ((hits - hitsBefore) / positives) * (hits / (index + 1));
    hitsBefore = hits;
  });
  return area;
}
