import type { Outcome } from "../../state/outcome.ts";
import type { Retriever } from "../retriever.ts";

/**
 * Make a retriever that is opened at its first use.
 *
 * In: its name, open (such as openIndex, or a build before it). Out: the retriever; calls that come while it opens share that one opening.
 * If it cannot be opened: each call ends in that outcome, and the next one tries again.
 */
export const openAtFirstUse = (name: string, open: () => Promise<Outcome<Required<Retriever>>>): Required<Retriever> => {
  let opening: Promise<Outcome<Required<Retriever>>> | undefined;
  const opened = (): Promise<Outcome<Required<Retriever>>> => {
    opening ??= open().then(
      (outcome) => {
        if (outcome.is !== "ok") opening = undefined;
        return outcome;
      },
      (bug: unknown) => {
        opening = undefined;
        throw bug;
      },
    );
    return opening;
  };
  const through = async <Value>(call: (retriever: Required<Retriever>) => Promise<Outcome<Value>>): Promise<Outcome<Value>> => {
    const outcome = await opened();
    return outcome.is === "ok" ? call(outcome.value) : outcome;
  };
  return {
    name,
    searchWords: (query, options) => through((retriever) => retriever.searchWords(query, options)),
    searchVector: (vector, options) => through((retriever) => retriever.searchVector(vector, options)),
    read: (pmids, signal) => through((retriever) => retriever.read(pmids, signal)),
    vectors: (pmids) => through((retriever) => retriever.vectors(pmids)),
    close: async () => {
      const outcome = await opening;
      opening = undefined;
      if (outcome?.is === "ok") await outcome.value.close();
    },
  };
};
