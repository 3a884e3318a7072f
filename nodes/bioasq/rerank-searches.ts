import type { CrossEncoder } from "../../clients/encoder/cross-encoder.ts";
import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Ranking } from "../../state/query.ts";
import type { Runtime } from "../../state/step.ts";
import { fellBack } from "../common/fell-back.ts";
import { crossRank } from "./cross-rank.ts";
import { feedbackNearness } from "./feedback-nearness.ts";
import { questionSimilarity } from "./question-similarity.ts";
import { readArticles } from "./read-articles.ts";
import { type Known, poolOf, scoreCandidates } from "./score-candidates.ts";
import { leftOut } from "./search-queries.ts";

type Request = {
  step: string;
  questionId: string;
  body: string;
  searches: readonly Ranking[];
  settings: BioasqState["settings"];
};
type Sources = {
  retrievers: readonly Retriever[];
  embed: Encoder["embed"];
  crossEncode?: CrossEncoder["score"] | undefined;
};

/**
 * Rank anew what each query found: all its lists together, by meaning and words as rankBy says, once more with the question moved towards the first articles of that ranking,
 * and by a cross-encoder where one is given.
 *
 * In: question, searches. Out: one ranking a query with hits, at most rerankDepth articles, best first, each with its cosine. Articles that
 * turn out to be retracted are left out; those among the first maxDocuments that a query found are named in a fallback.
 * If the encoder is down: each query's lists in the order they came, fused by rank; one fallback. If the cross-encoder is down: as without; one fallback. If articles cannot be read: they are ranked without
 * their text; one fallback a retriever.
 *
 * @cite dsgt2026 §4.1, §4.3
 */
export const rerankSearches = async (
  { retrievers, embed, crossEncode }: Sources,
  { step, questionId, body, searches, settings }: Request,
  runtime: Runtime | undefined,
): Promise<{ rankings: Ranking[]; fallbacks: Fallback[] }> => {
  const queries = [...new Set(searches.filter(({ hits }) => hits.length > 0).map(({ query }) => query))];
  const pools = queries.map((query) =>
    poolOf(
      searches.filter((search) => search.query === query),
      settings,
    ),
  );
  const pmids = [...new Set(pools.flatMap(({ hits }) => hits.map(({ pmid }) => pmid)))];
  const { articles, failures } = await readArticles(retrievers, pmids, runtime);
  const fallbacks = failures.map(({ retriever, failure }) => fellBack(step, failure, `ranked without the texts of ${retriever}`));
  const retracted = settings.excludeRetracted ? pmids.filter((pmid) => articles.get(pmid)?.retracted === true) : [];
  const missed = retracted.filter((pmid) =>
    pools.some(({ hits }) => hits.slice(0, settings.maxDocuments).some((hit) => hit.pmid === pmid)),
  );
  if (missed.length > 0) fallbacks.push(leftOut(step, missed));
  const kept = pmids.filter((pmid) => !retracted.includes(pmid));
  const compared = await questionSimilarity({ retrievers, embed, step }, body, kept, articles, runtime);
  const hasQuestion = pools.some(({ source }) => source === "question");
  const ranked = (known: Pick<Known, "similarity" | "nearness">): Ranking[] => {
    const rankings: Ranking[] = [];
    for (const pool of pools) {
      const hits = pool.hits.filter(({ pmid }) => !retracted.includes(pmid));
      // Beside the question's own list the words of a query made from it count less; without one all are alike.
      const counts = hasQuestion && pool.source !== "question" && settings.fuseBy === "score" ? settings.expansionWeight : 1;
      rankings.push(scoreCandidates(body, { ...pool, hits }, { articles, ...known }, settings, counts));
    }
    return rankings.filter(({ hits }) => hits.length > 0);
  };
  const { similarity } = compared;
  const first = ranked({ similarity });
  const nearness = feedbackNearness(first, compared, settings);
  const found = nearness === undefined ? first : ranked({ similarity, nearness });
  const of = pools.length;
  if (of > 0) runtime?.writer?.({ event: "progress", step, item: questionId, done: of, of, unit: "queries" });
  const crossed = await crossRank(crossEncode, found, { step, questionId, body, articles, settings }, runtime);
  return { rankings: crossed.rankings, fallbacks: [...fallbacks, ...compared.fallbacks, ...crossed.fallbacks] };
};
