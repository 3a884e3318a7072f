/** An article in its ranking, with what a cross-encoder says of it; undefined where it was not asked. */
export type CrossScored = { id: string; score: number; relevance: number | undefined };

/** Bring a cross-encoder's raw logit to 0-1, as its training read it: the probability that the text answers. */
export const relevanceOfLogit = (logit: number): number => 1 / (1 + Math.exp(-logit));

/**
 * Mix a ranking's scores with a cross-encoder's: (1 − weight) × score + weight × relevance.
 *
 * In: articles (score 0-1, relevance 0-1), weight of the relevance (0-1). Out: every article, best first; a missing relevance counts as the least known
 * one, so that an article beyond the depth that was read passes none that was read for its worse; among equals the given order. Without any relevance: as given.
 * @cite spec encoder-measured; nogueira2019passage §2
 */
export function crossMix(articles: readonly CrossScored[], weight: number): { id: string; score: number }[] {
  const known = articles.flatMap(({ relevance }) => relevance ?? []);
  if (known.length === 0) return articles.map(({ id, score }) => ({ id, score }));
  const least = Math.min(...known);
  return articles
    .map(({ id, score, relevance }) => ({ id, score: (1 - weight) * score + weight * (relevance ?? least) }))
    .sort((one, other) => other.score - one.score);
}
