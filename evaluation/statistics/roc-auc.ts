/**
 * Measure how well scores put positives above negatives.
 *
 * Formula: (Σ mid-ranks of positives - N1 (N1 + 1) / 2) / (N1 N0), that is P(positive above negative), ties one half.
 * In: scores and labels (0 or 1), one order. Out: 0 to 1, 0.5 is chance. Empty, or one class only: NaN, there is nothing to compare.
 * @cite fawcett2006introduction §7
 */
export function rocAuc(scores: readonly number[], labels: readonly number[]): number {
  const points = scores.map((score, index) => ({ score, positive: labels[index] === 1 })).toSorted((a, b) => a.score - b.score);
  const positives = points.filter(({ positive }) => positive).length;
  let rankSum = 0;
  for (let start = 0; start < points.length; ) {
    const end = endOfTie(points, start);
    const tiedPositives = points.slice(start, end).filter(({ positive }) => positive).length;
    rankSum += (tiedPositives * (start + 1 + end)) / 2;
    start = end;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (points.length - positives));
}

function endOfTie(points: readonly { score: number }[], start: number): number {
  let end = start + 1;
  while (points[end]?.score === points[start]?.score && end < points.length) end += 1;
  return end;
}
