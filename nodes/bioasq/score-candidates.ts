import { heuristicScore, heuristicSignals } from "../../retrieval/heuristic-score.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { reciprocalRankFusion } from "../../retrieval/reciprocal-rank-fusion.ts";
import { scaledMix } from "../../retrieval/scaled-mix.ts";
import type { Article } from "../../state/article.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Ranking } from "../../state/query.ts";
import { plainAbstract } from "./plain-text.ts";

type Settings = BioasqState["settings"];

/** What one query found: every article once, with its score by words where a search by words returned it. */
export type Pool = Pick<Ranking, "query" | "source" | "by"> & { hits: { pmid: string; byWords: number | undefined }[] };

/** What is known of the articles: their text, their cosine to the question, and, after feedback, to the question moved towards the first articles. */
export type Known = {
  articles: ReadonlyMap<string, Article>;
  similarity: ReadonlyMap<string, number>;
  nearness?: ReadonlyMap<string, number> | undefined;
};

/**
 * Put the lists of one query together.
 *
 * In: its lists, one a retriever and kind of search. Out: at most rerankDepth articles, fused by rank; by: the first list's searcher.
 * A score by words is taken as a share of its list's best, since BM25 and PubMed's rank do not compare; the better of two counts.
 */
export const poolOf = (lists: readonly Ranking[], { fusionK, rerankDepth }: Settings): Pool => {
  const { query, source, by } = lists[0]!; // a query is pooled only where it has a list
  const fused = reciprocalRankFusion(
    lists.map(({ hits }) => ({ ids: hits.map(({ pmid }) => pmid), weight: 1 })),
    fusionK,
  );
  const byWords = new Map<string, number>();
  for (const list of lists.filter((each) => each.by !== "dense")) {
    for (const { id, score } of scaledMix(
      list.hits.map(({ pmid, score: bm25 }) => ({ id: pmid, cosine: undefined, bm25 })),
      0,
    )) {
      byWords.set(id, Math.max(score, byWords.get(id) ?? 0));
    }
  }
  return {
    query,
    source,
    by,
    hits: fused.slice(0, rerankDepth).map(({ id }) => ({ pmid: id, byWords: byWords.get(id) })),
  };
};

/**
 * Rank the articles of one query by meaning and words, as rankBy says.
 *
 * In: question, pool, what is known of its articles, what this query's words count (0-1). Out: the same articles, best first, each with its cosine where it has one.
 * The cosine is to the question, whichever query found the article, and counts whole; after feedback the score is by the cosine to the moved question, weighed by feedbackCosine in mix.
 * Without any cosine: the pool's order, score its reciprocal rank, by as it was.
 *
 * @cite dsgt2026 §4.1; spec encoder-measured
 */
export const scoreCandidates = (question: string, pool: Pool, known: Known, settings: Settings, wordsCount = 1): Ranking => {
  const { query, source } = pool;
  const withCosine = (scored: readonly { id: string; score: number }[]) =>
    scored.map(({ id, score }) => {
      const similarity = known.similarity.get(id);
      return { pmid: id, score, ...(similarity === undefined ? {} : { similarity }) };
    });
  const ids = pool.hits.map(({ pmid }) => pmid);
  if (!ids.some((pmid) => known.similarity.has(pmid))) {
    return {
      query,
      source,
      by: pool.by,
      hits: withCosine(reciprocalRankFusion([{ ids, weight: wordsCount }], settings.fusionK)),
    };
  }
  const { rankBy } = settings;
  const near = known.nearness ?? known.similarity;
  if (rankBy === "heuristics")
    return { query, source, by: rankBy, hits: withCosine(byHeuristics(question, ids, { ...known, similarity: near }, settings)) };
  const scores = pool.hits.map(({ pmid, byWords }) => ({ id: pmid, cosine: near.get(pmid), bm25: byWords }));
  if (rankBy === "mix") {
    const weight = known.nearness === undefined ? settings.mixCosine : settings.feedbackCosine;
    return { query, source, by: rankBy, hits: withCosine(scaledMix(scores, weight, wordsCount)) };
  }
  const byMeaning = scaledMix(
    scores.map(({ id, cosine }) => ({ id, cosine, bm25: undefined })),
    1,
  );
  const lists = [
    { ids, weight: wordsCount },
    { ids: byMeaning.map(({ id }) => id), weight: 1 },
  ];
  return { query, source, by: rankBy, hits: withCosine(reciprocalRankFusion(lists, settings.fusionK)) };
};

const byHeuristics = (question: string, pmids: readonly string[], { articles, similarity }: Known, settings: Settings) => {
  const profile = questionProfile(question);
  const weights = {
    similarity: settings.weightSimilarity,
    title: settings.weightTitle,
    phrase: settings.weightPhrase,
    entity: settings.weightEntity,
  };
  return pmids
    .map((id) => {
      const article = articles.get(id);
      const text = { title: article?.title ?? "", abstract: article === undefined ? "" : plainAbstract(article.sections) };
      return { id, score: heuristicScore(heuristicSignals(profile, text, similarity.get(id) ?? null), weights) };
    })
    .sort((a, b) => b.score - a.score);
};
