import type { CrossEncoder } from "../../clients/encoder/cross-encoder.ts";
import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import type { TextStore } from "../../clients/text-store.ts";
import type { RescueStep } from "../../state/rescue.ts";
import { fellBack } from "../common/fell-back.ts";
import { withTitles } from "./extract-snippets.ts";
import { freshQueries } from "./fresh-queries.ts";
import { fused } from "./fuse-rankings.ts";
import { measureEvidence, measureSnippets } from "./measure-evidence.ts";
import { readArticles } from "./read-articles.ts";
import { relevanceOf } from "./relevance-of.ts";
import { rerankSearches } from "./rerank-searches.ts";
import { takeSnippets } from "./take-snippets.ts";

type Reads = "questionId" | "body" | "queries" | "articles" | "snippets" | "newQueries" | "newSearches" | "settings";

const step = "rerankRescue";

/**
 * Rank what the rescue found as the first search's finds were ranked, and take snippets from the best of it. Relevance is to the
 * question with the rescue's terms: a question in rare words is what the first search could not measure. The first search's evidence is measured by the same question, so that both can be compared.
 *
 * In: newSearches; articles, snippets of the first search. Out: rescued: articles, snippets and the queries that were run, all empty where nothing was found; a snippet's score and similarity are to the question as asked; relevance: to the rescue's question, of the first search's evidence and of the new snippets; newSearches emptied.
 * If the encoder or a retriever is down: as rerankArticles and extractSnippets, but never a failed question.
 *
 * @cite dsgt2026 §4.1
 */
export const rerankRescue =
  (
    retrievers: readonly Retriever[],
    embed: Encoder["embed"],
    texts: TextStore,
    crossEncode?: CrossEncoder["score"],
  ): RescueStep<Reads, "rescued" | "newSearches"> =>
  async ({ questionId, body, queries, articles: current, snippets, newQueries, newSearches, settings }, runtime) => {
    const run = freshQueries(queries, newQueries);
    const enriched = [body, ...new Set(run.flatMap(({ added }) => added))].join(" ");
    const request = { step, questionId, body: enriched, searches: newSearches, settings };
    const reranked = await rerankSearches({ retrievers, embed, crossEncode }, request, runtime);
    const articles = fused(reranked.rankings, settings);
    const best = articles.slice(0, settings.snippetArticles).map(({ pmid }) => pmid);
    const read = await readArticles(retrievers, best, runtime);
    const held = best.flatMap((pmid) => read.articles.get(pmid) ?? []);
    const taken = await takeSnippets({ embed, texts, step }, enriched, held, settings, runtime);
    const before = await measureEvidence(
      { retrievers, embed, texts, step },
      enriched,
      { articles: current.slice(0, settings.maxDocuments), snippets },
      settings,
      runtime,
    );
    const asked = await measureSnippets({ embed, texts, step }, body, taken.snippets, settings, runtime);
    const byRescue = Object.fromEntries(taken.snippets.map((snippet) => [snippet.sha256, relevanceOf(snippet)]));
    const told = read.failures.map(({ retriever, failure }) =>
      fellBack(step, failure, `went on without articles of ${retriever}`),
    );
    return {
      rescued: {
        articles: withTitles(articles, read.articles),
        snippets: asked,
        queries: run,
        relevance: { ...before.relevance, snippets: { ...byRescue, ...before.relevance.snippets } },
      },
      newSearches: [],
      fallbacks: [...reranked.fallbacks, ...told, ...taken.fallbacks, ...before.fallbacks],
    };
  };
