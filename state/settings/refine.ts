import { z } from "zod";

const share = (value: number) => z.number().min(0).max(1).default(value);

/** Snippets, weak-question detection, rescue and pruning of bioasq. @cite dsgt2026 §4.1-4.2 */
export const refineSettings = {
  snippetArticles: z
    .int()
    .min(1)
    .max(50)
    .default(10)
    .describe("Top articles from which snippets are taken (count). [dsgt2026 §4.2]"),
  maxSnippets: z.int().min(1).max(10).default(10).describe("Snippets in the official answer (count). [BioASQ limit]"),
  snippetSentences: z
    .int()
    .min(1)
    .max(3)
    .default(2)
    .describe("Most neighbouring sentences in a snippet (count); 1 in paper. [spec bioasq best]"),
  snippetJoinShare: share(0.75).describe("A neighbour joins a snippet when it scores at least this share of it (0-1). Ours."),
  snippetEvidence: share(0.5).describe(
    "Weight of the sentence evidence model beside words and meaning in the choice of snippets (0-1); 0 in paper. Ours: half, not tuned. [decision 0016]",
  ),
  weakBelow: share(0.35).describe(
    "A snippet scoring below this is weak evidence (composite lexical score, 0-1). [dsgt2026 §4.1]",
  ),
  strongAbove: share(0.55).describe("A snippet scoring above this is strong evidence (0-1). [dsgt2026 §4.1]"),
  weightKeywords: share(0.4).describe("Weight of keyword recall in the composite score (0-1). Ours: the paper gives none."),
  weightEntities: share(0.35).describe("Weight of entity overlap (0-1). Ours: the paper gives none."),
  weightPhrases: share(0.25).describe("Weight of phrase match (0-1). Ours: the paper gives none."),
  driftPenalty: share(0.15).describe("Largest penalty for topic drift (0-1). Ours: the paper gives none."),
  weakShare: share(0.6).describe(
    "Share of weak snippets from which a question counts as weak (0-1). Ours: the paper says dominated.",
  ),
  minCandidates: z
    .int()
    .min(0)
    .max(1000)
    .default(5)
    .describe("Fewer unique candidates than this is thin coverage (count). Ours: the paper says limited."),
  minRelevance: share(0.35).describe("Least MiniLM cosine of the top article to the question (0-1). Ours."),
  minOverlap: share(0.34).describe("Least share of the question's content words found in the evidence (0-1). Ours."),
  minRelated: share(0.25).describe(
    "MiniLM cosine to the question that the best article or snippet must have where none holds a word of it (0-1); below, no article matches. 0 in paper. Ours: below the best one's of each of 2,292 training questions, least 0.27 (0.1st percentile 0.28); made-up words reach 0.13 to 0.22. [bioasq-snippets train]",
  ),
  maxRedundancy: share(0.9).describe("Mean overlap between snippets above which they say one thing (0-1). Ours."),
  rescue: z.boolean().default(true).describe("Search again for weak questions. [dsgt2026 §4.1]"),
  rescueGain: z
    .number()
    .min(0)
    .max(1)
    .default(0.15)
    .describe(
      "Least rise of relevance for a rescue result to be merged (0-1). Ours: the paper says a clear gain. [decision 0019]",
    ),
  rescueKeepsFirst: z
    .int()
    .min(0)
    .max(10)
    .default(8)
    .describe("First articles that a rescue never moves (count); 0 in paper. [decision 0028: tuned on training questions]"),
  rescueKeepsSnippets: z
    .int()
    .min(0)
    .max(10)
    .default(3)
    .describe("First snippets that a rescue never moves (count); 0 in paper. [decision 0028: tuned on training questions]"),
  rescueAnswerGuided: z.boolean().default(true).describe("Search with a model's tentative answer too. [dsgt2026 §1]"),
  prune: z.boolean().default(true).describe("Drop irrelevant and redundant snippets while coverage holds. [dsgt2026 §4.1-4.2]"),
  pruneKeep: z.int().min(1).max(10).default(2).describe("Snippets never pruned (count). [dsgt2026 §4.2: about two carry most]"),
  pruneBelow: share(0.4).describe(
    "A snippet whose relevance is below this share of the best one's may be irrelevant (0-1). [decision 0021: tuned on training questions]",
  ),
  pruneUnlike: share(0.25).describe(
    "It is irrelevant if its cosine to each of the snippets that are never pruned is below this too (0-1). [decision 0021: tuned on training questions]",
  ),
  pruneRepeats: share(0.95).describe(
    "Share of a snippet's words that a better one holds above which it is redundant (0-1). [decision 0021: tuned on training questions]",
  ),
  pruneRedundant: share(0.85).describe(
    "Overlap with a better snippet above which a given one is dropped, in phase B (0-1). Ours.",
  ),
  pruneCoverage: share(0.95).describe(
    "Share of the question's covered terms and entities that must stay covered (0-1). Ours: the paper says while coverage holds.",
  ),
};

export const refinePaper = {
  minRelated: 0,
  snippetSentences: 1,
  snippetEvidence: 0,
  rescueKeepsFirst: 0,
  rescueKeepsSnippets: 0,
};
