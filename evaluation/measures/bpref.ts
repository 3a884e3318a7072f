/**
 * Measure a ranking by judged documents only, so that unjudged ones do no harm.
 *
 * Formula: 1/R Σ over found relevant of 1 - min(n, R) / min(N, R); n = judged non-relevant above it, N = all judged non-relevant.
 * In: by rank, the grade or undefined for an unjudged document; R and N (counts). Out: 0-1. Nothing relevant: 0.
 * @cite buckley2004retrieval §3
 */
export function bpref(grades: readonly (number | undefined)[], relevant: number, nonRelevant: number): number {
  if (relevant === 0) return 0;
  let above = 0;
  let sum = 0;
  for (const grade of grades) {
    if (grade === undefined || grade < 0) continue;
    if (grade === 0) above += 1;
    else sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / Math.min(nonRelevant, relevant);
  }
  return sum / relevant;
}
