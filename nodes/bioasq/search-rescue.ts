import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import type { RescueStep } from "../../state/rescue.ts";
import { bestCandidates } from "./best-candidates.ts";
import { freshQueries } from "./fresh-queries.ts";
import { searchFallbacks, searchQueries } from "./search-queries.ts";
import { vectorsFor } from "./vectors-for.ts";

type Reads = "questionId" | "queries" | "newQueries" | "settings";

const step = "searchRescue";

/**
 * Search every retriever with the rescue's queries, by words, and by meaning with those that read like an answer.
 *
 * In: queries (already run), newQueries. Out: newSearches, cut to the best `candidates` articles; newQueries gain relaxed ones.
 * If searches end in trouble: what the others found, which may be nothing; one fallback a retriever and kind of trouble. The first
 * search's evidence stands either way.
 *
 * @cite dsgt2026 §4.1
 */
export const searchRescue =
  (retrievers: readonly Retriever[], embed: Encoder["embed"]): RescueStep<Reads, "newSearches" | "newQueries"> =>
  async ({ questionId, queries, newQueries, settings }, runtime) => {
    const fresh = freshQueries(queries, newQueries);
    const byMeaning = fresh.map(({ source, text }) => (source === "answerGuided" || source === "semantic" ? text : undefined));
    const { vectors, fallbacks } = await vectorsFor({ retrievers, embed, step }, byMeaning, settings, runtime);
    const numbered = fresh.map((query, at) => ({ query, number: queries.length + at, vector: vectors[at] }));
    const place = { questionId, settings, step, nextNumber: queries.length + fresh.length };
    const found = await searchQueries(retrievers, numbered, place, runtime);
    return {
      newSearches: bestCandidates(found.searches, settings),
      newQueries: found.relaxed,
      fallbacks: [...fallbacks, ...searchFallbacks(step, found)],
    };
  };
