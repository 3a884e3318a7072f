/**
 * Measure how early a ranking shows what is relevant.
 *
 * Formula: Σ over relevant ranks k of (relevant among the first k / k), divided by `denominator`.
 * In: one flag a rank, best first (cut beforehand); the denominator: all relevant (trec_eval `map`, BioASQ 2), 10 (BioASQ 3-7) or min(10, all) (BioASQ 8 on).
 * Out: 0-1 while no more than `denominator` flags are true. Nothing relevant found, or a denominator of 0: 0.
 * @cite buckley2000evaluating §2, krithara2023bioasq
 */
export function averagePrecision(isRelevant: readonly boolean[], denominator: number): number {
  let hits = 0;
  let sum = 0;
  isRelevant.forEach((relevant, index) => {
    if (!relevant) return;
    hits += 1;
    sum += hits / (index + 1);
  });
  return hits === 0 || denominator === 0 ? 0 : sum / denominator;
}
