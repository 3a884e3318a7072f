/** An article with the scores it has; undefined where a searcher did not return it. */
export type ScoredTwice = { id: string; cosine: number | undefined; bm25: number | undefined };

/**
 * Mix meaning and words: weight × cosine + (1 − weight) × BM25 over the best BM25 of the list.
 * The cosine counts as it is, so one far-off article in the list does not shift the others as min-max scaling does (docs/decisions/0008).
 * In: articles (cosine -1 to 1, BM25 0 or more), weight of the cosine (0-1), what the words of this list count (0-1). Out: every article, best first, scores 0-1; a cosine below 0 counts 0, a missing
 * cosine as the least known one, a missing BM25 as 0; among equals the given order. If a score is missing for all: the other alone.
 * @cite spec encoder-measured
 */
export function scaledMix(
  articles: readonly ScoredTwice[],
  cosineWeight: number,
  wordsCount = 1,
): { id: string; score: number }[] {
  const cosines = articles.flatMap(({ cosine }) => (cosine === undefined ? [] : [Math.max(0, cosine)]));
  const words = articles.flatMap(({ bm25 }) => bm25 ?? []);
  const leastCosine = Math.min(...cosines);
  const bestWords = Math.max(...words);
  // One searcher alone decides alone, whatever its weight.
  const weight = words.length === 0 ? 1 : cosines.length === 0 ? 0 : cosineWeight;
  const byMeaning = (cosine: number | undefined) => (cosines.length === 0 ? 0 : Math.min(1, Math.max(0, cosine ?? leastCosine)));
  const byWords = (bm25: number | undefined) => (bestWords > 0 ? (wordsCount * Math.max(0, bm25 ?? 0)) / bestWords : 0);
  return articles
    .map(({ id, cosine, bm25 }) => ({ id, score: weight * byMeaning(cosine) + (1 - weight) * byWords(bm25) }))
    .sort((one, other) => other.score - one.score);
}
