import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import type { TextStore } from "../../clients/text-store.ts";
import type { Article } from "../../state/article.ts";
import type { BioasqStep, RankedArticle } from "../../state/bioasq.ts";
import { fellBack } from "../common/fell-back.ts";
import { ItemFailed } from "../common/item-failed.ts";
import { excerptOf } from "./excerpt-of.ts";
import { readArticles } from "./read-articles.ts";
import { takeSnippets } from "./take-snippets.ts";

type Reads = "body" | "articles" | "settings";

const step = "extractSnippets";

/**
 * Take snippets from the best articles, and put their texts into the text store.
 *
 * In: articles. Out: snippets, at most maxSnippets from the first snippetArticles articles, most relevant first; articles, those with
 * the start of their title.
 * If the encoder is down: snippets by words alone; one fallback. If no article can be read because every retriever is down: ItemFailed,
 * since that is not the same as no evidence.
 *
 * @cite dsgt2026 §4.2; spec bioasq files
 */
export const extractSnippets =
  (
    retrievers: readonly Retriever[],
    embed: Encoder["embed"],
    texts: Pick<TextStore, "put">,
  ): BioasqStep<Reads, "snippets" | "articles"> =>
  async ({ body, articles, settings }, runtime) => {
    const best = articles.slice(0, settings.snippetArticles).map(({ pmid }) => pmid);
    if (best.length === 0) return { snippets: [] };
    const read = await readArticles(retrievers, best, runtime);
    const [failed] = read.failures;
    if (read.articles.size === 0 && failed !== undefined) {
      throw new ItemFailed(step, failed.failure.is, `no article could be read; ${failed.retriever}: ${failed.failure.detail}`);
    }
    const held = best.flatMap((pmid) => read.articles.get(pmid) ?? []);
    const taken = await takeSnippets({ embed, texts, step }, body, held, settings, runtime);
    const told = read.failures.map(({ retriever, failure }) =>
      fellBack(step, failure, `went on without articles of ${retriever}`),
    );
    return { snippets: taken.snippets, articles: withTitles(articles, read.articles), fallbacks: [...told, ...taken.fallbacks] };
  };

/** Give ranked articles the start of their title, where it was read. */
export const withTitles = (ranked: readonly RankedArticle[], read: ReadonlyMap<string, Article>): RankedArticle[] =>
  ranked.map((article) => {
    const title = read.get(article.pmid)?.title;
    return title === undefined ? article : { ...article, excerpt: excerptOf(title) };
  });
