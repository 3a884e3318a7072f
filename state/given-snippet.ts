import { z } from "zod";

/** A snippet as the official files give it. */
export const GivenSnippet = z.looseObject({
  document: z.string().describe("http://www.ncbi.nlm.nih.gov/pubmed/<PMID>"),
  text: z.string(),
  offsetInBeginSection: z.int().optional(),
  offsetInEndSection: z.int().optional(),
  beginSection: z.string().optional(),
  endSection: z.string().optional(),
});
export type GivenSnippet = z.infer<typeof GivenSnippet>;
