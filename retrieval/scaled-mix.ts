/** An article with the scores it has; undefined where a searcher did not return it. */
export type ScoredTwice = { id: string; cosine: number | undefined; bm25: number | undefined };

/**
 * Mix meaning and words: weight × cosine + (1 − weight) × BM25, each scaled to 0-1 within the list (least 0, greatest 1).
 * In: articles, weight of the cosine (0-1). Out: every article, best first; a missing score counts as the least, a score all share as 1; among equals the given order.
 * If a score is missing for all: the other alone.
 * @cite spec encoder-measured
 */
export function scaledMix(articles: readonly ScoredTwice[], cosineWeight: number): { id: string; score: number }[] {
  const cosine = scaled(articles.map((article) => article.cosine));
  const bm25 = scaled(articles.map((article) => article.bm25));
  const parts = [
    cosine ? { values: cosine, weight: cosineWeight } : [],
    bm25 ? { values: bm25, weight: 1 - cosineWeight } : [],
  ].flat();
  // One searcher alone decides alone, whatever its weight.
  const weightOf = (weight: number) => (parts.length === 1 ? 1 : weight);
  return articles
    .map(({ id }, index) => ({
      id,
      score: parts.reduce((sum, { values, weight }) => sum + weightOf(weight) * (values[index] ?? 0), 0),
    }))
    .sort((one, other) => other.score - one.score);
}

function scaled(scores: readonly (number | undefined)[]): number[] | undefined {
  const known = scores.filter((score) => score !== undefined);
  if (known.length === 0) return undefined;
  const least = Math.min(...known);
  const range = Math.max(...known) - least;
  return scores.map((score) => {
    if (score === undefined) return 0;
    return range === 0 ? 1 : (score - least) / range;
  });
}
