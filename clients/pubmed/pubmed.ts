import { ok } from "../../state/outcome.ts";
import type { Retriever } from "../retriever.ts";
import { fetchRecords } from "./efetch.ts";
import { searchPubmed } from "./esearch.ts";
import { type EutilsOptions, openEutils } from "./eutils.ts";

/**
 * Open PubMed as a source of articles.
 *
 * Out: a retriever without vectors. Every call ends within `deadlineMs` a request; see `openEutils` for how it may end.
 * It keeps no articles: which requests a question makes, and so what is recorded, must not depend on the questions before it.
 * A search leaves retracted articles out by its query and cannot name them; `read` marks them.
 */
export const openPubmed = (options: EutilsOptions): Retriever => {
  const ask = openEutils(options);
  return {
    name: "pubmed",
    searchWords: (query, searchOptions) => searchPubmed(ask, query, searchOptions),
    read: async (pmids, signal) => {
      const records = await fetchRecords(ask, pmids, signal);
      return records.is === "ok" ? ok(records.value.map(({ article }) => article)) : records;
    },
    close: () => {},
  };
};
