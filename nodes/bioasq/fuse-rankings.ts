import { reciprocalRankFusion } from "../../retrieval/reciprocal-rank-fusion.ts";
import type { BioasqState, BioasqStep, RankedArticle } from "../../state/bioasq.ts";
import { firstWith } from "./first-with.ts";

type Settings = BioasqState["settings"];

/**
 * Join the rankings of all queries into one.
 *
 * In: rankings. Out: articles, at most `candidates`, each pmid once, best first, as setting fuseBy says; rankings emptied, as rerankArticles empties searches.
 *
 * @cite dsgt2026 §4.1; cormack2009rrf
 */
export const fuseRankings: BioasqStep<"rankings" | "settings", "articles" | "rankings"> = async ({ rankings, settings }) => ({
  articles: fused(rankings, settings),
  rankings: [],
});

/**
 * Fuse rankings. rrf: weighted reciprocal rank, the question's own counting originalQueryWeight. score: an article's best score (docs/decisions/0009).
 *
 * Out: at most `candidates` articles without excerpts, best first. The first of the question's own ranking are among them, questionShare of the candidates:
 * an expansion adds and lifts articles, but pushes none of these out (docs/decisions/0020).
 */
export const fused = (rankings: BioasqState["rankings"], settings: Settings): RankedArticle[] => {
  const similarity = new Map(rankings.flatMap(({ hits }) => hits.map((hit) => [hit.pmid, hit.similarity ?? null] as const)));
  const joined = settings.fuseBy === "rrf" ? byRank(rankings, settings) : byScore(rankings);
  const { candidates, questionShare } = settings;
  const own = rankings.filter(({ source }) => source === "question").flatMap(({ hits }) => hits.map(({ pmid }) => pmid));
  const reserved = new Set(own.slice(0, Math.round(questionShare * candidates)));
  return firstWith(joined, ({ id }) => reserved.has(id), candidates).map(({ id, score }) => ({
    pmid: id,
    score,
    similarity: similarity.get(id) ?? null,
    excerpt: "",
  }));
};

const byRank = (rankings: BioasqState["rankings"], { originalQueryWeight, fusionK }: Settings) =>
  reciprocalRankFusion(
    rankings.map(({ source, hits }) => ({
      ids: hits.map(({ pmid }) => pmid),
      weight: source === "question" ? originalQueryWeight : 1,
    })),
    fusionK,
  );

const byScore = (rankings: BioasqState["rankings"]): { id: string; score: number }[] => {
  const best = new Map<string, number>();
  for (const { pmid, score } of rankings.flatMap(({ hits }) => hits))
    best.set(pmid, Math.max(score, best.get(pmid) ?? Number.NEGATIVE_INFINITY));
  return [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
};
