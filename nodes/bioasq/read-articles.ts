import type { Retriever } from "../../clients/retriever.ts";
import type { Article } from "../../state/article.ts";
import type { Failure } from "../../state/outcome.ts";
import type { Runtime } from "../../state/step.ts";

export type Read = { articles: Map<string, Article>; failures: { retriever: string; failure: Failure }[] };

/**
 * Read articles from the retrievers in turn; the first one that knows a pmid gives its article.
 *
 * In: retrievers, pmids. Out: articles by pmid, those unknown to all left out; failures, one for each retriever that gave no answer.
 */
export const readArticles = async (
  retrievers: readonly Retriever[],
  pmids: readonly string[],
  runtime: Runtime | undefined,
): Promise<Read> => {
  const articles = new Map<string, Article>();
  const failures: Read["failures"] = [];
  for (const retriever of retrievers) {
    const missing = pmids.filter((pmid) => !articles.has(pmid));
    if (missing.length === 0) break;
    const outcome = await retriever.read(missing, runtime?.signal);
    if (outcome.is !== "ok") failures.push({ retriever: retriever.name, failure: outcome });
    else for (const article of outcome.value) articles.set(article.pmid, article);
  }
  return { articles, failures };
};
