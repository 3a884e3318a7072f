import { indexWords } from "./index-words.ts";

/** One word of a query as the index knows it. */
export type QueryWord = {
  word: string;
  /** How often the query says it (count). */
  times: number;
  /** Articles that hold it (count, at least 1). */
  articles: number;
};

export type ChosenWords = {
  /** Rarest first. */
  words: QueryWord[];
  /** Words of the query that no article holds. */
  unknown: string[];
  /** Known words left out beyond the limit, the most frequent ones. */
  leftOut: string[];
};

/** Most distinct words of a query that are looked up: a note or a model's expansion can bring hundreds. [spec clients.md, PubMed] */
export const MOST_WORDS = 64;

/**
 * Choose what to look up for a query: each of its distinct words that the index knows, rarest first, at most 64.
 *
 * In: any text; how many articles hold a word. Out: see ChosenWords; all lists are empty where the text has function words alone.
 */
export const chooseWords = (text: string, articlesWith: (word: string) => number): ChosenWords => {
  const times = new Map<string, number>();
  for (const word of indexWords(text)) times.set(word, (times.get(word) ?? 0) + 1);
  const all = [...times].map(([word, said]) => ({ word, times: said, articles: articlesWith(word) }));
  const known = all.filter(({ articles }) => articles > 0).sort((a, b) => a.articles - b.articles || (a.word < b.word ? -1 : 1));
  return {
    words: known.slice(0, MOST_WORDS),
    unknown: all.filter(({ articles }) => articles === 0).map(({ word }) => word),
    leftOut: known.slice(MOST_WORDS).map(({ word }) => word),
  };
};
