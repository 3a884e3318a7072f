import type { RankedArticle, Snippet } from "../../state/bioasq.ts";
import { firstWith } from "./first-with.ts";
import { overlaps, relevanceOf } from "./relevance-of.ts";

export type Found = { articles: readonly RankedArticle[]; snippets: readonly Snippet[] };

/** The evidence at hand, and relevance to the question by which the finds were ranked (0-1), by pmid and by hash; what is not listed counts by its own fields. */
export type Current = Found & {
  relevance?: { articles: Readonly<Record<string, number>>; snippets: Readonly<Record<string, number>> };
};

/** When a find is taken, and how much is kept. */
export type MergeRule = {
  /** Least rise of relevance (0-1). */
  gain: number;
  /** A snippet scoring above this is strong; it and its article are never lost. */
  strongAbove: number;
  /** So many of the current articles keep their places, strong or not (count). */
  keepFirst: number;
  /** So many of the current snippets stay the first ones (count). */
  keepSnippets: number;
  maxDocuments: number;
  maxSnippets: number;
  /** Constant of the reciprocal rank that is the merged articles' score. */
  fusionK: number;
};

export type Merged = { articles: RankedArticle[]; snippets: Snippet[]; addedArticles: number; addedSnippets: number };

/**
 * Take from a second search what is clearly better than the first one's evidence, and lose nothing strong.
 *
 * In: current and rescued evidence, best first, and the rule. Out: the merged evidence, best first. An article of the rescue's first
 * `maxDocuments` that is not among the current ones goes before the first article after the first `keepFirst` that is not strong and that it beats by the gain; a new snippet of a kept article replaces one that it beats by the gain, and stands after the first `keepSnippets`.
 * Where nothing is taken the current evidence stands as it is; else the articles' score is their reciprocal rank.
 *
 * @cite dsgt2026 §4.1, §6
 */
export const mergeSelectively = (current: Current, rescued: Found, rule: MergeRule): Merged => {
  const measured = {
    articles: new Map(Object.entries(current.relevance?.articles ?? {})),
    snippets: new Map(Object.entries(current.relevance?.snippets ?? {})),
  };
  const relevance = (snippet: Snippet) => measured.snippets.get(snippet.sha256) ?? relevanceOf(snippet);
  const strong = new Set(current.snippets.filter(({ score }) => score > rule.strongAbove));
  const strongArticles = new Set([...strong].map(({ pmid }) => pmid));
  const articles = mergeArticles(current.articles, rescued.articles, strongArticles, measured.articles, rule);
  const before = new Set(current.articles.slice(0, rule.maxDocuments).map(({ pmid }) => pmid));
  const listed = new Set(articles.slice(0, rule.maxDocuments).map(({ pmid }) => pmid));
  const addedArticles = [...listed].filter((pmid) => !before.has(pmid)).length;
  const held = new Set(current.snippets.map(({ sha256 }) => sha256));
  const least = current.snippets.length === 0 ? 0 : Math.min(...current.snippets.map(relevance));
  const better = rescued.snippets.filter(
    (snippet) =>
      listed.has(snippet.pmid) &&
      !held.has(snippet.sha256) &&
      !current.snippets.some((other) => overlaps(snippet, other)) &&
      relevance(snippet) >= least + rule.gain,
  );
  const first = current.snippets.slice(0, rule.keepSnippets);
  const others = [...current.snippets.slice(rule.keepSnippets), ...better].sort((a, b) => relevance(b) - relevance(a));
  const sorted = [...first, ...others];
  const stays = (one: Snippet) => strong.has(one) || first.includes(one);
  const snippets = better.length === 0 ? [...current.snippets] : firstWith(sorted, stays, rule.maxSnippets);
  return {
    articles:
      addedArticles === 0 ? articles : articles.map((article, rank) => ({ ...article, score: 1 / (rule.fusionK + rank + 1) })),
    snippets,
    addedArticles,
    addedSnippets: snippets.filter(({ sha256 }) => !held.has(sha256)).length,
  };
};

const mergeArticles = (
  current: readonly RankedArticle[],
  rescued: readonly RankedArticle[],
  strong: ReadonlySet<string>,
  measured: ReadonlyMap<string, number>,
  { gain, keepFirst, maxDocuments }: MergeRule,
): RankedArticle[] => {
  let merged = [...current];
  const listed = new Set(current.slice(0, maxDocuments).map(({ pmid }) => pmid));
  const relevance = ({ pmid, similarity }: RankedArticle) => measured.get(pmid) ?? Math.max(0, similarity ?? 0);
  const found = rescued
    .slice(0, maxDocuments)
    .filter(({ pmid }) => !listed.has(pmid))
    .sort((a, b) => relevance(b) - relevance(a));
  for (const article of found) {
    if (relevance(article) < gain) break;
    const beaten = merged.findIndex(
      (other, rank) => rank >= keepFirst && !strong.has(other.pmid) && relevance(other) + gain <= relevance(article),
    );
    const place = beaten < 0 ? merged.length : beaten;
    if (place >= maxDocuments) continue;
    merged = merged.filter(({ pmid }) => pmid !== article.pmid);
    merged.splice(place, 0, article);
  }
  const first = current.slice(0, maxDocuments).filter(({ pmid }) => strong.has(pmid));
  const top = firstWith(merged, (article) => first.includes(article), maxDocuments);
  return [...top, ...merged.filter((article) => !top.includes(article))];
};
