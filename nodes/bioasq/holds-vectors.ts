import type { Retriever } from "../../clients/retriever.ts";

/**
 * Tell whether a retriever can compare by meaning.
 *
 * In: a retriever. Out: false where it has no vectors, or its index was built without any; that is a property, not trouble.
 */
export const holdsVectors = async ({ searchVector, vectors }: Retriever): Promise<boolean> => {
  if (searchVector === undefined) return false;
  // An index without vectors says misconfigured to whatever is asked of them, also to nothing.
  const probe = await vectors?.([]);
  return probe?.is !== "misconfigured";
};
