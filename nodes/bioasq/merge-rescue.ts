import type { BioasqStep } from "../../state/bioasq.ts";
import { mergeSelectively } from "./merge-selectively.ts";

type Reads = "articles" | "snippets" | "queries" | "rescued" | "settings";

/**
 * Take from the rescue what clearly raises relevance to the question with the rescue's terms, by which both are measured, and nothing else.
 *
 * In: articles, snippets, rescued. Out: rescueVerdict; accepted: articles and snippets merged, best first, no strong one lost; refused:
 * both as they were, one fallback. queries gain the rescue's either way, since they were run.
 *
 * @cite dsgt2026 §4.1, §6
 */
export const mergeRescue: BioasqStep<Reads, "articles" | "snippets" | "queries" | "rescueVerdict"> = async ({
  articles,
  snippets,
  queries,
  rescued,
  settings,
}) => {
  const {
    rescueGain: gain,
    rescueKeepsFirst: keepFirst,
    rescueKeepsSnippets: keepSnippets,
    strongAbove,
    maxDocuments,
    maxSnippets,
    fusionK,
  } = settings;
  const rule = { gain, keepFirst, keepSnippets, strongAbove, maxDocuments, maxSnippets, fusionK };
  const merged = mergeSelectively({ articles, snippets, relevance: rescued.relevance }, rescued, rule);
  const run = [...queries, ...rescued.queries];
  if (merged.addedArticles + merged.addedSnippets > 0) {
    return { articles: merged.articles, snippets: merged.snippets, queries: run, rescueVerdict: "accepted" };
  }
  return {
    queries: run,
    rescueVerdict: "refused",
    fallbacks: [
      {
        step: "mergeRescue",
        code: "rescueRefused",
        reason:
          rescued.articles.length === 0
            ? "the rescue found no article"
            : `nothing that the rescue found is more relevant by ${gain} than what it would replace`,
        instead: "kept the first search's evidence",
      },
    ],
  };
};
