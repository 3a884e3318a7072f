import type { Article } from "../state/article.ts";
import type { Outcome } from "../state/outcome.ts";

/** What is searched for: plain words, and PubMed's fielded form where one was written. */
export type SearchQuery = { text: string; fieldedQuery?: string | undefined };

export type SearchOptions = {
  /** Most hits wanted (count, at least 1). */
  limit: number;
  /** Last date of publication, `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (also with slashes). */
  dateTo?: string | undefined;
  /** Retracted articles are left out and named in the reply unless asked for. */
  retracted?: "leaveOut" | "keep" | undefined;
  signal?: AbortSignal | undefined;
};

/** One found article; the higher the score the better, comparable within one reply only. */
export type Hit = { pmid: string; score: number };

export type SearchReply = {
  /** Best first, no pmid twice. */
  hits: Hit[];
  /** The search that was really run, after dropped and translated words. */
  executed: string;
  /** Articles that matched (count); a lower bound where the search stopped early. */
  total: number;
  /** What a reader should know: unknown words, ignored phrases, more hits than can be listed. */
  warnings: string[];
  /** Retracted articles that would have been among the hits; absent where the source cannot tell before reading. */
  retracted?: string[] | undefined;
};

/** A source of articles; every call ends in an outcome, and no hits is never the same as no answer. */
export type Retriever = {
  /** "local", "pubmed", "opensearch": kept with each hit. */
  name: string;
  /** Search by words: BM25, or PubMed's relevance. */
  searchWords(query: SearchQuery, options: SearchOptions): Promise<Outcome<SearchReply>>;
  /** Search by a unit vector of the index's model; score = cosine, -1 to 1. */
  searchVector?(vector: Float32Array, options: SearchOptions): Promise<Outcome<SearchReply>>;
  /** Read articles in the order of `pmids`; unknown ones are left out. */
  read(pmids: string[], signal?: AbortSignal): Promise<Outcome<Article[]>>;
  /** Stored vectors by pmid: int8, each scaled so that its largest number is 127; articles without one are left out. */
  vectors?(pmids: string[]): Promise<Outcome<Map<string, Int8Array>>>;
  close(): void | Promise<void>;
};
