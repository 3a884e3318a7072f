import { StateSchema } from "@langchain/langgraph/web";
import { z } from "zod";
import { fallbacks } from "./fallback.ts";
import { GivenSnippet } from "./given-snippet.ts";
import { Query, Ranking } from "./query.ts";
import { BioasqSettings } from "./settings/bioasq.ts";
import type { Step } from "./step.ts";
import { usage } from "./usage.ts";

export const QuestionType = z.enum(["yesno", "factoid", "list", "summary"]);
export type QuestionType = z.infer<typeof QuestionType>;

export const PHASES = ["A", "A+", "B"] as const;

/** What a caller gives. */
export const BioasqInput = new StateSchema({
  questionId: z.string().min(1).default("question").describe("Id of the question, as the official files name it."),
  body: z.string().min(1).describe("The biomedical question."),
  type: z
    .enum([...QuestionType.options, ""])
    .default("")
    .describe("Type of the question; empty: the graph decides and records it."),
  phase: z
    .enum(PHASES)
    .default("A+")
    .describe("A: documents and snippets; A+: also answers; B: answers from given documents and snippets."),
  givenDocuments: z
    .array(z.string())
    .default(() => [])
    .describe("Phase B: documents given by the organisers, as URLs or pmids."),
  givenSnippets: z
    .array(GivenSnippet)
    .default(() => [])
    .describe("Phase B: snippets given by the organisers; stored, then this channel is cleared."),
  settings: BioasqSettings,
});

export const RankedArticle = z.object({
  pmid: z.string(),
  score: z.number().describe("Higher is better; fused over the rankings."),
  similarity: z.number().nullable().describe("MiniLM cosine to the question; null when it was not computed."),
  excerpt: z.string().max(200).describe("Start of the title, for display, of the first articles; the text stays in the index."),
});
export type RankedArticle = z.infer<typeof RankedArticle>;

/** A span of an article's title or abstract. The text itself stays in the text store under `sha256`. */
export const Snippet = z.object({
  pmid: z.string(),
  section: z.enum(["title", "abstract"]),
  start: z.int().describe("Offset in the section (UTF-16 units, 0-based). -1 when a given snippet names none."),
  end: z.int(),
  score: z.number().describe("Composite lexical score to the question (0-1)."),
  similarity: z.number().nullable().describe("MiniLM cosine to the question; null when it was not computed."),
  sha256: z.string().describe("Hash of the text in the text store."),
  excerpt: z.string().max(200),
});
export type Snippet = z.infer<typeof Snippet>;

export const BioasqState = new StateSchema({
  ...BioasqInput.fields,
  queries: z.array(Query).default(() => []),
  searches: z
    .array(Ranking)
    .default(() => [])
    .describe("One list a query and searcher, as found; empty once they are ranked anew."),
  rankings: z
    .array(Ranking)
    .default(() => [])
    .describe("One reranked list a query; empty once they are fused."),
  articles: z
    .array(RankedArticle)
    .default(() => [])
    .describe("Fused ranking, best first."),
  snippets: z
    .array(Snippet)
    .default(() => [])
    .describe("Best first; no two hold the same text."),
  verdict: z
    .enum(["ungraded", "strong", "weak", "unrescued"])
    .default("ungraded")
    .describe("Quality of the evidence; unrescued: weak, and setting rescue is off."),
  weakness: z
    .array(z.string())
    .default(() => [])
    .describe("Why the question counts as weak."),
  rescued: z
    .object({
      articles: z.array(RankedArticle),
      snippets: z.array(Snippet),
      queries: z.array(Query),
      relevance: z
        .object({ articles: z.record(z.string(), z.number()), snippets: z.record(z.string(), z.number()) })
        .describe(
          "Relevance to the rescue's question (0-1): of the first search's articles by pmid, of both searches' snippets by hash.",
        ),
    })
    .default(() => ({ articles: [], snippets: [], queries: [], relevance: { articles: {}, snippets: {} } }))
    .describe("What the rescue subgraph found, and what it is to be compared with."),
  rescueVerdict: z.enum(["unused", "accepted", "refused"]).default("unused"),
  coverage: z
    .enum(["unchecked", "safe", "unsafe"])
    .default("unchecked")
    .describe("Whether pruning keeps what the question needs covered."),
  pruned: z
    .array(z.object({ sha256: z.string(), reason: z.string() }))
    .default(() => [])
    .describe("Snippets that pruning would drop."),
  promptSnippets: z
    .array(z.string())
    .default(() => [])
    .describe("Hashes of the snippets put before the model, best first."),
  exactAnswer: z
    .union([z.null(), z.string(), z.array(z.array(z.string()))])
    .default(null)
    .describe("yes or no; ranked factoids; list entries; null for a summary and where none was found."),
  ideal: z
    .array(z.object({ text: z.string(), snippets: z.array(z.int()) }))
    .default(() => [])
    .describe("Sentences of the ideal answer, with the numbers (from 1) of the prompt's snippets that they cite."),
  idealAnswer: z.string().default("").describe("The ideal answer on one line, without citation markers."),
  citations: z
    .array(z.object({ sentence: z.int(), sha256: z.string(), pmid: z.string() }))
    .default(() => [])
    .describe("Sentence of the ideal answer (from 1), and the snippet that it cites."),
  problems: z
    .array(z.string())
    .default(() => [])
    .describe("Rules of the official format that the answer breaks; empty when valid."),
  abstained: z.boolean().default(false),
  fallbacks,
  usage,
});
export type BioasqState = typeof BioasqState.State;

export type BioasqStep<Reads extends keyof BioasqState, Writes extends keyof BioasqState = never> = Step<
  BioasqState,
  Reads,
  Writes
>;

const { fields } = BioasqState;

/** What a caller gets: no scratch channels. */
export const BioasqOutput = new StateSchema({
  questionId: fields.questionId,
  type: fields.type,
  queries: fields.queries,
  articles: fields.articles,
  snippets: fields.snippets,
  verdict: fields.verdict,
  weakness: fields.weakness,
  rescueVerdict: fields.rescueVerdict,
  exactAnswer: fields.exactAnswer,
  idealAnswer: fields.idealAnswer,
  citations: fields.citations,
  problems: fields.problems,
  abstained: fields.abstained,
  fallbacks,
  usage,
});
