import { z } from "zod";

const share = (value: number) => z.number().min(0).max(1).default(value);

/** Expansion, search, reranking and fusion of bioasq. @cite dsgt2026 §4.1 */
export const retrieveSettings = {
  expandMemory: z
    .boolean()
    .default(true)
    .describe("Key terms of similar training questions, when a training file is given. [dsgt2026 §4.1]"),
  expandSynonyms: z.boolean().default(true).describe("Biomedical synonyms from the model of role expand. [dsgt2026 §4.1]"),
  expandRelations: z.boolean().default(true).describe("Relation-aware terms: disease-treatment, gene-pathway … [dsgt2026 §4.1]"),
  keyTermQuery: z.boolean().default(true).describe("A query of the question's key terms alone. Off in paper. [spec bioasq best]"),
  relaxQueries: z
    .boolean()
    .default(true)
    .describe("Relax a query step by step until it has hits. Off in paper. [spec bioasq best]"),
  maxQueries: z.int().min(1).max(20).default(6).describe("Most queries a question (count). Ours."),
  maxExpansionTerms: z
    .int()
    .min(0)
    .max(50)
    .default(8)
    .describe("Most terms added to one query (count). Ours: long queries are refused. [field case 25]"),
  memoryQuestions: z.int().min(1).max(20).default(3).describe("Similar training questions used (count). Ours."),
  memorySimilarity: share(0.6).describe("Least cosine of a similar training question (0-1). Ours."),
  candidates: z.int().min(10).max(1000).default(100).describe("Articles kept a question (count). [dsgt2026 §4.1: 60-100]"),
  questionShare: share(0.9).describe(
    "Share of the candidates that the question's own list keeps, whatever expansions find (0-1); 0 in paper: all lists alike. [decision 0020: tuned on training questions]",
  ),
  expansionShare: share(0.3).describe(
    "Articles that expansions may add to those that are ranked, where questionShare is above 0 (share of the candidates, 0-1). [decision 0020: tuned on training questions]",
  ),
  denseSearch: z
    .boolean()
    .default(true)
    .describe("Search the index by vector too, where it has vectors. Off in paper. [spec bioasq best]"),
  rerankDepth: z.int().min(1).max(1000).default(100).describe("Articles reranked a query (count). [dsgt2026 §4.1]"),
  rankBy: z
    .enum(["heuristics", "mix", "fusion"])
    .default("mix")
    .describe(
      "heuristics: MiniLM plus title overlap, key phrases and entities (paper); mix: cosine and scaled BM25; fusion: RRF of both. [dsgt2026 §4.1; encoder-measured]",
    ),
  mixCosine: share(0.65).describe(
    "Weight of the cosine in mix; BM25 over the list's best has the rest (0-1). [decision 0008: tuned on training questions; flat .6-.7]",
  ),
  feedbackArticles: z
    .int()
    .min(0)
    .max(20)
    .default(2)
    .describe(
      "First articles of the ranking that the question is moved towards before it is ranked once more (count); 0: ranked once. Off in paper. [decision 0029: tuned on training questions]",
    ),
  feedbackWeight: share(0.4).describe(
    "How far the question is moved: weight of those articles' mean vector beside its own (0-1). [decision 0029: tuned on training questions]",
  ),
  feedbackCosine: share(0.7).describe("mixCosine of the second ranking (0-1). [decision 0029: tuned on training questions]"),
  weightSimilarity: share(0.6).describe("Weight of the MiniLM similarity in heuristics (0-1). Ours: the paper gives none."),
  weightTitle: share(0.15).describe("Weight of title overlap (0-1). Ours: the paper gives none."),
  weightPhrase: share(0.15).describe("Weight of key-phrase match (0-1). Ours: the paper gives none."),
  weightEntity: share(0.1).describe("Weight of entity alignment (0-1). Ours: the paper gives none."),
  fusionK: z.int().positive().default(60).describe("Constant k of reciprocal rank fusion (ranks). [cormack2009rrf]"),
  originalQueryWeight: z
    .number()
    .min(0)
    .max(10)
    .default(2)
    .describe("Weight of the original question's list in rrf (1: as any other, which paper has). Ours."),
  fuseBy: z
    .enum(["rrf", "score"])
    .default("score")
    .describe(
      "How the queries' lists are joined. rrf: reciprocal rank fusion (paper); score: an article's best score. [dsgt2026 §4.1; decision 0009]",
    ),
  expansionWeight: share(0.6).describe(
    "What a score by words counts that an expansion's query gave, in score and beside the question's own list (0-1). [decision 0020: tuned on training questions]",
  ),
  maxDocuments: z.int().min(1).max(10).default(10).describe("Articles in the official answer (count). [BioASQ limit]"),
  excludeRetracted: z
    .boolean()
    .default(true)
    .describe("Leave retracted articles out, and list them. Off in paper. [spec bioasq best; field case 20]"),
  dateTo: z
    .string()
    .default("")
    .describe("Only articles up to this date (YYYY or YYYY-MM-DD); empty: no limit. [spec bioasq best]"),
};

/** The cross-encoder's part in reranking; of no effect where none is given. */
export const crossEncoderSettings = {
  crossEncoderTop: z
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe(
      "Most articles a question that the cross-encoder reads, where one is given (count); it stops where no further one can come among the first. [spec bioasq best]",
    ),
  crossEncoderFirst: z
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe(
      "Articles at the head whose order the cross-encoder settles, if not more are given or snippets taken from more; behind them it may stop reading (count). Ours: as many as an official answer has; search settles all that it lists, as far as crossEncoderTop reads.",
    ),
  crossEncoderWeight: share(0.1).describe(
    "Weight of the cross-encoder's relevance in an article's score, the bi-encoder's mix having the rest (0-1). [decision 0018]",
  ),
  crossEncoderCutoff: share(0).describe(
    "Least relevance by the cross-encoder that an article is kept with (0-1); at least one stays; 0: all stay. [spec bioasq best]",
  ),
};

export const retrievePaper = {
  keyTermQuery: false,
  relaxQueries: false,
  questionShare: 0,
  denseSearch: false,
  rankBy: "heuristics" as const,
  feedbackArticles: 0,
  originalQueryWeight: 1,
  fuseBy: "rrf" as const,
  excludeRetracted: false,
};
