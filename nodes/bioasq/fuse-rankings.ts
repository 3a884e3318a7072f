import { reciprocalRankFusion } from "../../retrieval/reciprocal-rank-fusion.ts";
import type { BioasqState, BioasqStep, RankedArticle } from "../../state/bioasq.ts";

/**
 * Join the rankings of all queries into one.
 *
 * In: rankings. Out: articles, at most `candidates`, each pmid once, best first; the question's own ranking counts originalQueryWeight.
 *
 * @cite dsgt2026 §4.1; cormack2009rrf
 */
export const fuseRankings: BioasqStep<"rankings" | "settings", "articles"> = async ({ rankings, settings }) => ({
  articles: fused(rankings, settings),
});

/** Fuse rankings by weighted reciprocal rank. Out: at most `candidates` articles without excerpts, best first. */
export const fused = (rankings: BioasqState["rankings"], settings: BioasqState["settings"]): RankedArticle[] => {
  const similarity = new Map(rankings.flatMap(({ hits }) => hits.map((hit) => [hit.pmid, hit.similarity ?? null] as const)));
  const lists = rankings.map(({ source, hits }) => ({
    ids: hits.map(({ pmid }) => pmid),
    weight: source === "question" ? settings.originalQueryWeight : 1,
  }));
  return reciprocalRankFusion(lists, settings.fusionK)
    .slice(0, settings.candidates)
    .map(({ id, score }) => ({ pmid: id, score, similarity: similarity.get(id) ?? null, excerpt: "" }));
};
