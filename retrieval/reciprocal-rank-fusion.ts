/** One ranked list, best first, and how much it counts. */
export type WeightedRanking = { ids: readonly string[]; weight: number };

/**
 * Join ranked lists: score(d) = Σ weight / (k + rank of d), ranks from 1; a list without d adds nothing.
 * In: lists (an id twice in one list counts at its better rank), constant k above 0. Out: every id once, best first; among equals the one met first.
 * @cite cormack2009rrf §2
 */
export function reciprocalRankFusion(rankings: readonly WeightedRanking[], k: number): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  for (const { ids, weight } of rankings) {
    for (const [index, id] of [...new Set(ids)].entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (k + index + 1));
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((one, other) => other.score - one.score);
}
