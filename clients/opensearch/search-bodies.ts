import type { QueryWord } from "../index/query-words.ts";

/** What a search may return, as both kinds of search say it. */
export type Limits = {
  /** Most hits (count). */
  size: number;
  /** Articles of a later or an unknown year are left out. */
  lastYear: number | undefined;
};
/** Which articles: sound ones, retracted ones, or all. */
export type Standing = "sound" | "retracted" | "all";

type Body = Record<string, unknown>;

/** OpenSearch lists no more hits of one search. */
export const MOST_HITS = 10_000;
/** Neighbours looked for in each segment: a walk that looks for no more than it must find misses some of them. [docs/scaling.md] */
const LEAST_NEIGHBOURS = 100;
const NEIGHBOURS_A_HIT = 2;

/** Search by words: BM25, any word may match, a word said twice counts twice. Equal scores by pmid, so that a search can be repeated. */
export const wordsBody = (words: readonly Pick<QueryWord, "word" | "times">[], limits: Limits, standing: Standing): Body => ({
  ...listed(limits),
  query: {
    bool: {
      // Terms and no query language: nothing in a question is an operator, and the words are cut beforehand.
      should: words.map(({ word, times }) => ({ term: { words: { value: word, boost: times } } })),
      minimum_should_match: 1,
      ...restricted(limits, standing),
    },
  },
});

/** Search by meaning: the nearest vectors of each shard, restrictions applied while walking the graph. In: int8 vector. */
export const vectorBody = (vector: Int8Array, limits: Limits, standing: Standing): Body => {
  const filter = { bool: restricted(limits, standing) };
  const k = Math.min(MOST_HITS, Math.max(limits.size * NEIGHBOURS_A_HIT, LEAST_NEIGHBOURS));
  const near = { vector: Array.from(vector), k, ...(Object.keys(filter.bool).length === 0 ? {} : { filter }) };
  return { ...listed(limits), query: { knn: { vector: near } } };
};

/** Count for each word the articles that hold it. */
export const countBody = (words: readonly string[]): Body => ({
  size: 0,
  track_total_hits: false,
  aggs: {
    words: { filters: { filters: Object.fromEntries(words.map((word) => [word, { term: { words: word } }])) } },
  },
});

/** Count the articles of unknown year. */
export const yearlessBody = (): Body => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { must_not: [{ exists: { field: "year" } }] } },
});

const listed = ({ size }: Limits): Body => ({ size, _source: false, sort: ["_score", { pmid: "asc" }] });

const restricted = ({ lastYear }: Limits, standing: Standing): Body => {
  const retracted = { term: { retracted: true } };
  const filter = [
    ...(lastYear === undefined ? [] : [{ range: { year: { lte: lastYear } } }]),
    ...(standing === "retracted" ? [retracted] : []),
  ];
  return {
    ...(filter.length === 0 ? {} : { filter }),
    ...(standing === "sound" ? { must_not: [retracted] } : {}),
  };
};
