import type { GoldQuestion, OfficialSnippet } from "../formats/bioasq-questions.ts";
import { pmidOf, pubmedUrl } from "../formats/pubmed-url.ts";

/** An article's text without its parts: title and abstract run into one. */
export type WholeText = { pmid: string; text: string };
export type GoldArticle = { pmid: string; title: string; abstract: string };
export type GoldArticles = {
  articles: GoldArticle[];
  /** Questions with at least one of the articles in gold; gold documents and snippets are those that can be found in them. */
  questions: GoldQuestion[];
  /** What was left out (counts). */
  counts: { documents: number; withText: number; resolved: number; snippets: number; snippetsResolved: number };
};

/**
 * Find title and abstract of articles whose text is given in one piece, by the gold snippets that stand in it.
 *
 * A snippet's place in the text less its offset is where the abstract starts; the title ends there when all snippets agree and a sentence ends there. A title snippet from 0 is the title itself.
 * In: texts, golden questions. Out: the articles that resolve; the questions with gold cut down to them (snippets whose offsets fit). What does not resolve (labels of
 * parts are lost, so offsets move) is left out and counted.
 */
export function articlesOfGolden(texts: readonly WholeText[], golden: readonly GoldQuestion[]): GoldArticles {
  const known = new Map(texts.map(({ pmid, text }) => [pmid, text]));
  const snippets = new Map<string, OfficialSnippet[]>();
  for (const snippet of golden.flatMap((question) => question.snippets)) {
    const pmid = pmidOf(snippet.document) ?? "";
    snippets.set(pmid, [...(snippets.get(pmid) ?? []), snippet]);
  }
  const documents = new Set(golden.flatMap((question) => question.documents.map((document) => pmidOf(document) ?? "")));
  const withText = [...documents].filter((pmid) => known.has(pmid));
  const articles = new Map(
    withText.flatMap((pmid) => {
      const text = known.get(pmid) ?? "";
      const start = abstractStart(text, snippets.get(pmid) ?? []);
      return start === undefined
        ? []
        : [[pmid, { pmid, title: text.slice(0, start).trim(), abstract: text.slice(start) }] as const];
    }),
  );
  const standsThere = (snippet: OfficialSnippet) => {
    const article = articles.get(pmidOf(snippet.document) ?? "");
    const { offsetInBeginSection: begin = -1, beginSection, endSection } = snippet;
    if (article === undefined || begin < 0 || beginSection !== endSection) return false;
    const section = beginSection === "title" ? article.title : article.abstract;
    return section.startsWith(snippet.text, begin);
  };
  const questions = golden
    .map((question) => ({
      ...question,
      documents: question.documents.flatMap((document) => {
        const pmid = pmidOf(document) ?? "";
        return articles.has(pmid) ? [pubmedUrl(pmid)] : [];
      }),
      snippets: question.snippets.filter(standsThere),
    }))
    .filter((question) => question.documents.length > 0 && question.snippets.length > 0);
  const inTexts = golden.flatMap((question) => question.snippets).filter(({ document }) => known.has(pmidOf(document) ?? ""));
  return {
    articles: [...articles.values()].toSorted((a, b) => Number(a.pmid) - Number(b.pmid)),
    questions,
    counts: {
      documents: documents.size,
      withText: withText.length,
      resolved: articles.size,
      snippets: inTexts.length,
      snippetsResolved: inTexts.filter(standsThere).length,
    },
  };
}

function abstractStart(text: string, snippets: readonly OfficialSnippet[]): number | undefined {
  const inAbstract = snippets.filter(({ beginSection }) => beginSection === "abstract");
  const starts = new Set(
    inAbstract.flatMap(({ text: snippet, offsetInBeginSection = Number.NaN }) => {
      const at = text.indexOf(snippet);
      return at < 0 ? [] : [at - offsetInBeginSection];
    }),
  );
  const title = snippets.find(({ beginSection, offsetInBeginSection }) => beginSection === "title" && offsetInBeginSection === 0);
  if (title !== undefined && text.startsWith(title.text)) starts.add(title.text.length + 1);
  const [start = 0] = starts;
  const isOne = starts.size === 1 && Number.isInteger(start);
  return isOne && /[.?!][\])"']?\s+$/u.test(text.slice(0, start)) && start < text.length ? start : undefined;
}
