import type { Retriever, SearchOptions, SearchReply } from "../../clients/retriever.ts";
import { relaxations } from "../../retrieval/relaxations.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import { type Failure, type Outcome, ok } from "../../state/outcome.ts";
import type { Query, Ranking } from "../../state/query.ts";
import type { Runtime } from "../../state/step.ts";
import { fellBack } from "../common/fell-back.ts";
import { holdsVectors } from "./holds-vectors.ts";

/** A query, its number among all queries of the question, and its vector where it is searched by meaning too. */
export type NumberedQuery = { query: Query; number: number; vector?: Float32Array | undefined };

export type Searched = {
  searches: Ranking[];
  /** Looser queries that were run where one found nothing. */
  relaxed: Query[];
  /** Retracted articles that were left out and that would have been among the first maxDocuments of a search. */
  retracted: string[];
  /** One entry a retriever and kind of trouble, with the searches that ended so (count). */
  failures: { retriever: string; failure: Failure; searches: number }[];
  /** Searches that ended ok (count). */
  answered: number;
};

export type SearchPlace = Pick<BioasqState, "settings" | "questionId"> & { step: string; nextNumber: number };

/**
 * Put each query to each retriever in turn, by words and, where it has a vector, by meaning.
 *
 * In: retrievers, numbered queries, the number of the first relaxed query. Out: one list a query, retriever and kind of search, as
 * found; an empty list only where a search that worked found nothing. A query of words without hits is relaxed step by step.
 * If a retriever is down: its failures, counted; after two in a row it is not asked again in this step.
 *
 * @cite dsgt2026 §4.1; spec bioasq best
 */
export const searchQueries = async (
  retrievers: readonly Retriever[],
  queries: readonly NumberedQuery[],
  { settings, questionId, step, nextNumber }: SearchPlace,
  runtime: Runtime | undefined,
): Promise<Searched> => {
  const found: Searched = { searches: [], relaxed: [], retracted: [], failures: [], answered: 0 };
  const options = optionsFrom(settings, runtime);
  for (const retriever of retrievers) {
    const log = { retriever: retriever.name, inTrouble: 0, first: settings.maxDocuments };
    const byMeaning = queries.some(({ vector }) => vector !== undefined) && (await holdsVectors(retriever));
    for (const [at, { query, number, vector }] of queries.entries()) {
      // A service that failed twice in a row is down: waiting for every deadline would take minutes.
      if (log.inTrouble >= 2) break;
      const hits = await byWords(retriever, query, number, options, found, log);
      for (const looser of hits === 0 && settings.relaxQueries ? relaxations(query) : []) {
        const left = await byWords(retriever, looser, nextNumber + found.relaxed.length, options, found, log);
        if (left !== undefined) found.relaxed.push(looser);
        if (left !== 0) break;
      }
      if (vector !== undefined && byMeaning && retriever.searchVector !== undefined) {
        const place = { query: number, source: query.source, by: "dense" as const };
        const searchVector = retriever.searchVector.bind(retriever);
        const search = (limited: SearchOptions) => searchVector(vector, limited);
        keep(await namingFirst(search, options, log.first), place, found, log);
      }
      runtime?.writer?.({ event: "progress", step, item: questionId, done: at + 1, of: queries.length, unit: "queries" });
    }
  }
  return { ...found, retracted: [...new Set(found.retracted)] };
};

/** What a search that did not go as planned leaves in the ledger. In: step, what was found. Out: one fallback a retriever and kind of trouble, and one for retracted articles. */
export const searchFallbacks = (step: string, { failures, retracted }: Searched): Fallback[] => [
  ...failures.map(({ retriever, failure, searches }) =>
    fellBack(step, failure, `went on without ${searches} ${searches === 1 ? "search" : "searches"} of ${retriever}`),
  ),
  ...(retracted.length > 0 ? [leftOut(step, retracted)] : []),
];

/** Say that retracted articles were left out. */
export const leftOut = (step: string, pmids: readonly string[]): Fallback => ({
  step,
  code: "retractedEvidence",
  reason: `retracted: ${pmids.join(", ")}`,
  instead: "left them out",
});

type Log = { retriever: string; inTrouble: number; first: number };

const byWords = async (
  retriever: Retriever,
  query: Query,
  number: number,
  options: SearchOptions,
  found: Searched,
  log: Log,
): Promise<number | undefined> => {
  const place = {
    query: number,
    source: query.source,
    by: retriever.name === "pubmed" ? ("pubmed" as const) : ("bm25" as const),
  };
  const search = (limited: SearchOptions) => retriever.searchWords({ text: query.text, fieldedQuery: query.fielded }, limited);
  return keep(await namingFirst(search, options, log.first), place, found, log);
};

/**
 * Search, and of the retracted articles name those alone that would have been among the first hits: nobody misses one that stands far below.
 *
 * In: the search, its options, how many hits are the first (count). Out: its reply; where the shorter search that tells fails, all retracted ones are named.
 */
const namingFirst = async (
  search: (options: SearchOptions) => Promise<Outcome<SearchReply>>,
  options: SearchOptions,
  first: number,
): Promise<Outcome<SearchReply>> => {
  const outcome = await search(options);
  if (outcome.is !== "ok" || (outcome.value.retracted ?? []).length === 0 || options.limit <= first) return outcome;
  const shorter = await search({ ...options, limit: first });
  return shorter.is === "ok" ? ok({ ...outcome.value, retracted: shorter.value.retracted }) : outcome;
};

/** Keep what a search found, or count its failure. Out: hits (count); undefined where it failed. */
const keep = (outcome: Outcome<SearchReply>, place: Omit<Ranking, "hits">, found: Searched, log: Log): number | undefined => {
  if (outcome.is !== "ok") {
    log.inTrouble++;
    const known = found.failures.find(({ retriever, failure }) => retriever === log.retriever && failure.is === outcome.is);
    if (known === undefined) found.failures.push({ retriever: log.retriever, failure: outcome, searches: 1 });
    else known.searches++;
    return undefined;
  }
  log.inTrouble = 0;
  found.answered++;
  found.retracted.push(...(outcome.value.retracted ?? []));
  const hits = outcome.value.hits.map(({ pmid, score }) => ({ pmid, score }));
  found.searches.push({ ...place, hits });
  return hits.length;
};

const optionsFrom = (settings: BioasqState["settings"], runtime: Runtime | undefined): SearchOptions => ({
  limit: settings.candidates,
  dateTo: settings.dateTo === "" ? undefined : settings.dateTo,
  retracted: settings.excludeRetracted ? "leaveOut" : "keep",
  signal: runtime?.signal,
});
