import { reciprocalRankFusion } from "../../retrieval/reciprocal-rank-fusion.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Ranking } from "../../state/query.ts";

/**
 * Keep the best candidates of all searches together.
 *
 * In: lists as found. Out: the same lists, holding only the `candidates` articles that stand best over all of them, by reciprocal rank;
 * each pmid counts once, however many lists hold it.
 *
 * @cite dsgt2026 §4.1
 */
export const bestCandidates = (
  searches: readonly Ranking[],
  { candidates, fusionK }: Pick<BioasqState["settings"], "candidates" | "fusionK">,
): Ranking[] => {
  const lists = searches.map(({ hits }) => ({ ids: hits.map(({ pmid }) => pmid), weight: 1 }));
  const kept = new Set(
    reciprocalRankFusion(lists, fusionK)
      .slice(0, candidates)
      .map(({ id }) => id),
  );
  return searches.map((search) => ({ ...search, hits: search.hits.filter(({ pmid }) => kept.has(pmid)) }));
};
