import type { EmbedOptions } from "../../clients/encoder/encoder.ts";
import type { Retriever, SearchOptions, SearchReply } from "../../clients/retriever.ts";
import { memoryTexts } from "../../clients/text-store.ts";
import type { BioasqDeps } from "../../graphs/bioasq.ts";
import { dot } from "../../retrieval/vectors.ts";
import type { Article } from "../../state/article.ts";
import { type Failure, type Outcome, ok } from "../../state/outcome.ts";
import { contentWords } from "../../text/content-words.ts";
import { type Script, scriptedAsk } from "./scripted-ask.ts";

const DIMENSIONS = 256;

/** A vector of the words a text holds, each hashed to a place: texts that share words have a high cosine. */
export const wordVector = (text: string): Float32Array => {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of contentWords(text)) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + character.charCodeAt(0)) % 65521;
    vector[hash % DIMENSIONS]! += 1;
  }
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
};

/** An encoder whose cosine is shared words. */
export const wordEmbed = async (texts: readonly string[], _options?: EmbedOptions): Promise<Outcome<Float32Array[]>> =>
  ok(texts.map(wordVector));

/** An encoder that is down. */
export const downEmbed = async (): Promise<Outcome<Float32Array[]>> => ({
  is: "unavailable",
  detail: "encoder: two threads died",
});

export const article = (pmid: string, title: string, ...abstract: string[]): Article => ({
  pmid,
  title,
  sections: abstract.length === 0 ? [] : [{ text: abstract.join(" ") }],
});

type Searches = { text: string; by: "words" | "vector"; options: SearchOptions }[];

/** A retriever over a few articles: the score is how many of the query's content words an article holds. */
export const listRetriever = (
  articles: readonly Article[],
  { name = "local", failure }: { name?: string; failure?: Failure } = {},
): Retriever & { searches: Searches } => {
  const searches: Searches = [];
  const textOf = ({ title, sections }: Article) => [title, ...sections.map(({ text }) => text)].join(" ");
  const reply = (scored: { article: Article; score: number }[], { limit, retracted }: SearchOptions): Outcome<SearchReply> => {
    const matching = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    const leftOut = matching.filter(({ article }) => article.retracted === true && retracted !== "keep");
    const hits = matching
      .filter((hit) => !leftOut.includes(hit))
      .slice(0, limit)
      .map(({ article, score }) => ({ pmid: article.pmid, score }));
    return ok({
      hits,
      executed: "",
      total: hits.length,
      warnings: [],
      retracted: leftOut.map(({ article }) => article.pmid),
    });
  };
  return {
    name,
    searches,
    searchWords: async ({ text }, options) => {
      searches.push({ text, by: "words", options });
      if (failure !== undefined) return failure;
      const words = new Set(contentWords(text));
      return reply(
        articles.map((article) => ({
          article,
          score: new Set(contentWords(textOf(article)).filter((word) => words.has(word))).size,
        })),
        options,
      );
    },
    searchVector: async (vector, options) => {
      searches.push({ text: "", by: "vector", options });
      if (failure !== undefined) return failure;
      return reply(
        articles.map((article) => ({ article, score: dot(vector, wordVector(textOf(article))) })),
        options,
      );
    },
    vectors: async () => failure ?? ok(new Map()),
    read: async (pmids) => failure ?? ok(pmids.flatMap((pmid) => articles.filter((article) => article.pmid === pmid))),
    close: () => undefined,
  };
};

/** Articles of which the first two answer whether allopurinol prevents gout flares; the others are about something else. */
export const ARTICLES: Article[] = [
  article(
    "11",
    "Allopurinol for the prevention of gout flares.",
    "Gout is a common arthritis.",
    "Long-term allopurinol prevents gout flares in most patients.",
    "It inhibits xanthine oxidase.",
  ),
  article(
    "12",
    "Urate lowering and gout flares.",
    "We followed 420 patients.",
    "Allopurinol reduced the frequency of gout flares.",
  ),
  article("13", "Febuxostat and the heart.", "Febuxostat was compared with placebo in cardiac patients."),
  article("14", "Flares of ulcerative colitis.", "Mesalazine prevents flares of colitis."),
];

export const QUESTION = "Does allopurinol prevent gout flares?";

/** A model that answers every prompt of the graph from the first snippet's words. */
export const SCRIPT: Script = {
  "bioasq/expand-question": {
    keyTerms: ["allopurinol", "gout flares"],
    synonyms: [{ term: "allopurinol", synonyms: ["Zyloprim"] }],
  },
  "bioasq/guess-answer": { passage: "Allopurinol lowers serum urate and prevents gout flares.", terms: ["serum urate"] },
  "bioasq/answer-yesno": { exact: "yes", ideal: "Long-term allopurinol prevents gout flares in most patients." },
  "bioasq/answer-factoid": { exact: ["allopurinol", "febuxostat"], ideal: "Allopurinol prevents gout flares." },
  "bioasq/answer-list": { exact: ["allopurinol", "febuxostat"], ideal: "Allopurinol prevents gout flares." },
  "bioasq/answer-summary": { ideal: "Allopurinol prevents gout flares." },
  "bioasq/draft-ideal": { sentences: [{ text: "Long-term allopurinol prevents gout flares in most patients.", snippets: [1] }] },
  "common/verify-claim": { verdict: "supported", problem: "" },
};

/** Scripted parts for the whole graph. Override what a test is about. */
export const bioasqDeps = (over: Partial<BioasqDeps> & { script?: Script } = {}): BioasqDeps => {
  const { script, ...parts } = over;
  return {
    ask: scriptedAsk({ ...SCRIPT, ...script }),
    embed: wordEmbed,
    retrievers: [listRetriever(ARTICLES)],
    texts: memoryTexts(),
    ...parts,
  };
};
