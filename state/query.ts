import { z } from "zod";

const QUERY_SOURCES = [
  "question",
  "keyTerms",
  "memory",
  "synonyms",
  "lexicon",
  "relations",
  "semantic",
  "answerGuided",
  "relaxed",
] as const;

/** One search, and where its terms came from. */
export const Query = z.object({
  text: z.string(),
  source: z.enum(QUERY_SOURCES),
  added: z.array(z.string()).describe("Terms that the question does not hold."),
  origins: z
    .array(z.string())
    .optional()
    .describe("Of source lexicon: the vocabulary and code of each meaning whose names may be added, as in MeSH D009203."),
  fielded: z
    .string()
    .optional()
    .describe("The same for PubMed, which wants every word unless told otherwise: alternatives in OR."),
});
export type Query = z.infer<typeof Query>;

/** One query's ranked articles. */
export const Ranking = z.object({
  query: z.int().nonnegative().describe("Which of the queries, from 0."),
  source: z.enum(QUERY_SOURCES),
  by: z.enum(["bm25", "pubmed", "dense", "heuristics", "mix", "fusion"]),
  hits: z.array(
    z.object({
      pmid: z.string(),
      score: z.number(),
      similarity: z
        .number()
        .optional()
        .describe("MiniLM cosine to the question; absent before reranking or when the encoder is down."),
      relevance: z.number().optional().describe("A cross-encoder's relevance to the question (0-1), where one was given."),
    }),
  ),
});
export type Ranking = z.infer<typeof Ranking>;
