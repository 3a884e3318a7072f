import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import type { BioasqState, RankedArticle, Snippet } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import { questionSimilarity } from "./question-similarity.ts";
import { readArticles } from "./read-articles.ts";
import { relevanceOf } from "./relevance-of.ts";
import { scoreOf } from "./score-of.ts";
import { similarities } from "./similarities.ts";
import { snippetText } from "./snippet-text.ts";

type Tools = { retrievers: readonly Retriever[]; embed: Encoder["embed"]; texts: Pick<TextStore, "get">; step: string };

/**
 * Measure how relevant evidence at hand is to another wording of its question, by the same measures by which it was found.
 *
 * In: question, articles and snippets. Out: relevance, 0-1: of articles by pmid (cosine), of snippets by hash (words and meaning alike); what could not be compared is left out.
 * If the encoder is down: snippets by words alone; one fallback. An article that cannot be read and has no stored vector is left out, since the search has told of it.
 */
export const measureEvidence = async (
  { retrievers, embed, texts, step }: Tools,
  question: string,
  { articles, snippets }: { articles: readonly RankedArticle[]; snippets: readonly Snippet[] },
  settings: BioasqState["settings"],
  runtime: Runtime | undefined,
): Promise<{ relevance: BioasqState["rescued"]["relevance"]; fallbacks: Fallback[] }> => {
  const pmids = articles.map(({ pmid }) => pmid);
  const read = await readArticles(retrievers, pmids, runtime);
  const compared = await questionSimilarity({ retrievers, embed, step }, question, pmids, read.articles, runtime);
  const measured = await measureSnippets({ embed, texts, step }, question, snippets, settings, runtime);
  return {
    relevance: {
      articles: Object.fromEntries([...compared.similarity].map(([pmid, cosine]) => [pmid, Math.max(0, cosine)])),
      snippets: Object.fromEntries(measured.map((snippet) => [snippet.sha256, relevanceOf(snippet)])),
    },
    fallbacks: compared.fallbacks,
  };
};

/**
 * Measure snippets by a wording of the question.
 *
 * In: question, snippets. Out: the same snippets in their order, score and similarity to that question. If the encoder is down: similarity null.
 */
export const measureSnippets = async (
  { embed, texts, step }: Omit<Tools, "retrievers">,
  question: string,
  snippets: readonly Snippet[],
  settings: BioasqState["settings"],
  runtime: Runtime | undefined,
): Promise<Snippet[]> => {
  const profile = questionProfile(question);
  const held = snippets.map(({ sha256 }) => ({ text: snippetText(texts, sha256, step) }));
  const near = held.length === 0 ? undefined : await similarities(embed, question, held, runtime);
  return snippets.map((snippet, at) => ({
    ...snippet,
    score: scoreOf(profile, held[at]!.text, settings), // one text a snippet
    similarity: near?.is === "ok" ? (near.value[at] ?? null) : null,
  }));
};
