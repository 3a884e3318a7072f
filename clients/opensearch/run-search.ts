import { type Outcome, ok } from "../../state/outcome.ts";
import { readCutoff } from "../cutoff-date.ts";
import { BM25_DEFAULTS } from "../index/bm25.ts";
import type { IndexModel } from "../index/index-model.ts";
import { type ChosenWords, chooseWords } from "../index/query-words.ts";
import { cutoffWarnings, wordWarnings } from "../index/search-warnings.ts";
import type { Hit, SearchOptions, SearchReply } from "../retriever.ts";
import { type Found, searchIndex } from "./ask-index.ts";
import type { Server } from "./open-server.ts";
import { countBody, type Limits, MOST_HITS, type Standing, vectorBody, wordsBody, yearlessBody } from "./search-bodies.ts";

/** What differs between a search by words and one by meaning. */
export type Plan = {
  body: (limits: Limits, standing: Standing) => Record<string, unknown>;
  /** What else is counted, in the same request. */
  beside: Record<string, unknown>[];
  /** True where the server counts what matches. */
  counts: boolean;
  hit: (hit: Found["hits"]["hits"][number]) => Hit;
  told: (last: Found | undefined) => { executed: string; warnings: string[] };
};

/** Search by words. In: the query, its words, and those whose articles are still to be counted, in the same request. */
export const wordPlan = (text: string, chosen: ChosenWords, uncounted: readonly string[] = []): Plan => ({
  body: (limits, standing) => wordsBody(chosen.words, limits, standing),
  beside: uncounted.length === 0 ? [] : [countBody(uncounted)],
  counts: true,
  hit: ({ _id, _score }) => ({ pmid: _id, score: _score }),
  told: (last) => {
    const known = uncounted.length === 0 ? chosen : chosenBy(text, last);
    const { k1, b } = BM25_DEFAULTS;
    return {
      executed: `bm25(k1=${k1}, b=${b}): ${known.words.map(({ word }) => word).join(" ")}`,
      warnings: wordWarnings(text, known),
    };
  },
});

/** Search by meaning. In: int8 vector, the model that made it and those of the index. */
export const vectorPlan = (vector: Int8Array, { name }: IndexModel): Plan => ({
  body: (limits, standing) => vectorBody(vector, limits, standing),
  beside: [],
  counts: false,
  hit: ({ _id, _score }) => ({ pmid: _id, score: 2 * _score - 1 }), // OpenSearch's score is (1 + cosine) / 2
  told: () => ({ executed: `cosine(${name})`, warnings: [] }),
});

/** Choose what to look up for a query by how many articles hold each word. In: the query, the answer to countBody. */
export const chosenBy = (text: string, counted: Found | undefined): ChosenWords => {
  const buckets = counted?.aggregations?.words.buckets ?? {};
  return chooseWords(text, (word) => buckets[word]?.doc_count ?? 0);
};

/**
 * Search sound and retracted articles apart, and count what else is to be told, in one request.
 *
 * In: where, options, plan. Out: the reply of a retriever. If down: as openServer says; misconfigured for a cutoff that is no date.
 */
export const runSearch = async (
  server: Server,
  index: string,
  options: SearchOptions,
  plan: Plan,
): Promise<Outcome<SearchReply>> => {
  const cutoff = readCutoff(options.dateTo);
  if (cutoff.is !== "ok") return cutoff;
  const limits = { size: Math.min(options.limit, MOST_HITS), lastYear: cutoff.value?.year };
  const standings: Standing[] = options.retracted === "keep" ? ["all"] : ["sound", "retracted"];
  const yearless = cutoff.value === undefined ? [] : [yearlessBody()];
  const bodies = [...standings.map((standing) => plan.body(limits, standing)), ...yearless, ...plan.beside];
  const found = await searchIndex(server, index, bodies, options);
  if (found.is !== "ok") return found;
  const [best, withdrawn] = found.value;
  const hits = best!.hits.hits.map(plan.hit); // as many answers as bodies
  const worst = hits.length < limits.size ? Number.NEGATIVE_INFINITY : hits.at(-1)!.score; // limit is at least 1
  const retracted = standings.length === 1 ? [] : (withdrawn?.hits.hits ?? []).map(plan.hit);
  const withoutYear = found.value[standings.length]?.hits.total?.value ?? 0;
  const { executed, warnings } = plan.told(found.value.at(-1));
  return ok({
    hits,
    executed,
    total: plan.counts ? (best?.hits.total?.value ?? hits.length) : hits.length,
    warnings: [
      ...warnings,
      ...(cutoff.value === undefined ? [] : cutoffWarnings(cutoff.value, withoutYear)),
      ...(options.limit > MOST_HITS && hits.length === MOST_HITS ? [MORE_HITS] : []),
    ],
    retracted: retracted.filter(({ score }) => score > worst).map(({ pmid }) => pmid),
  });
};

const MORE_HITS = `OpenSearch lists the first ${MOST_HITS} hits at most; narrow the query or its dates for the rest.`;
