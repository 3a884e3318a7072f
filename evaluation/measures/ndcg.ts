/**
 * Measure a ranking with graded judgements against the best possible ranking, as trec_eval does.
 *
 * Formula: DCG / ideal DCG, DCG = Σ grade / log2(rank + 1), over the first `cut` ranks on both sides.
 * In: grades by rank (unjudged 0); all judged grades, any order; the cut (ranks) or none. Out: 0-1. Nothing relevant judged: 0.
 * @cite jarvelin2002cumulated §2
 */
export function ndcg(grades: readonly number[], judged: readonly number[], cut = Number.POSITIVE_INFINITY): number {
  const ideal = gain(judged.toSorted((a, b) => b - a).slice(0, cut));
  return ideal === 0 ? 0 : gain(grades.slice(0, cut)) / ideal;
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + Math.max(0, grade) / Math.log2(index + 2), 0);
}
