import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import type { BioasqStep } from "../../state/bioasq.ts";
import { ItemFailed } from "../common/item-failed.ts";
import { bestCandidates } from "./best-candidates.ts";
import { searchFallbacks, searchQueries } from "./search-queries.ts";
import { vectorsFor } from "./vectors-for.ts";

type Reads = "questionId" | "queries" | "settings";

const step = "searchArticles";

/**
 * Search every retriever with every query, by words, and with the question by meaning where an index has vectors.
 *
 * In: queries. Out: searches, one list a query and search, cut to the best `candidates` articles of all; queries, with relaxed ones
 * where a query found nothing. Retracted articles are left out, and named in a fallback.
 * If some searches end in trouble: the others' lists; one fallback a retriever and kind of trouble. If all do: ItemFailed, since no
 * answer is not the same as no hits. If the encoder is down: words alone; one fallback.
 *
 * @cite dsgt2026 §4.1; spec bioasq best
 */
export const searchArticles =
  (retrievers: readonly Retriever[], embed: Encoder["embed"]): BioasqStep<Reads, "searches" | "queries"> =>
  async ({ questionId, queries, settings }, runtime) => {
    const byMeaning = queries.map(({ source, text }) => (source === "question" ? text : undefined));
    const { vectors, fallbacks } = await vectorsFor({ retrievers, embed, step }, byMeaning, settings, runtime);
    const numbered = queries.map((query, number) => ({ query, number, vector: vectors[number] }));
    const place = { questionId, settings, step, nextNumber: queries.length };
    const found = await searchQueries(retrievers, numbered, place, runtime);
    const told = [...fallbacks, ...searchFallbacks(step, found)];
    const [failed] = found.failures;
    if (found.answered === 0 && failed !== undefined) {
      throw new ItemFailed(step, failed.failure.is, `every search failed; ${failed.retriever}: ${failed.failure.detail}`);
    }
    const run = found.relaxed.length > 0 ? { queries: [...queries, ...found.relaxed] } : {};
    return { searches: bestCandidates(found.searches, settings), ...run, fallbacks: told };
  };
