import type { CrossEncoder } from "../../clients/encoder/cross-encoder.ts";
import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import type { BioasqStep } from "../../state/bioasq.ts";
import { rerankSearches } from "./rerank-searches.ts";

/**
 * Rank anew what each query found, by MiniLM and words, once more with the question moved towards the first articles (feedbackArticles), and by a cross-encoder where one is given.
 *
 * In: question, searches. Out: rankings, one a query with hits, at most rerankDepth articles each, best first; searches emptied, since no later step reads them and each later checkpoint would hold them.
 * If the encoder is down: each query's lists as they came; one fallback.
 *
 * @cite dsgt2026 §4.1, §4.3
 */
export const rerankArticles =
  (
    retrievers: readonly Retriever[],
    embed: Encoder["embed"],
    crossEncode?: CrossEncoder["score"],
  ): BioasqStep<"questionId" | "body" | "searches" | "settings", "rankings" | "searches"> =>
  async ({ questionId, body, searches, settings }, runtime) => {
    const request = { step: "rerankArticles", questionId, body, searches, settings };
    return { ...(await rerankSearches({ retrievers, embed, crossEncode }, request, runtime)), searches: [] };
  };
