import { z } from "zod";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";

/**
 * Name the key terms of a biomedical question and synonyms under which PubMed knows them.
 *
 * In: question, maxTerms. Out: keyTerms (as in the question), synonyms (one entry a term that has any).
 *
 * @cite dsgt2026 §4.1
 */
export const expandQuestion = definePrompt({
  id: "bioasq/expand-question",
  version: 1,
  input: z.object({ question: z.string(), maxTerms: z.int().nonnegative(), correction: Correction.optional() }),
  output: z.object({
    keyTerms: z.array(z.string().min(1)),
    synonyms: z.array(z.object({ term: z.string().min(1), synonyms: z.array(z.string().min(1)) })),
  }),
  render: ({ question, maxTerms, correction }) => ({
    system: [
      "You are a biomedical librarian who prepares PubMed searches.",
      "Name the key terms of the question (diseases, genes, proteins, drugs, procedures, organisms), and for each the synonyms, abbreviations, generic or brand names and MeSH names under which PubMed knows it.",
      `At most ${maxTerms} synonyms in all, the most useful first. No new topics.`,
      DATA_RULE,
      'Reply with JSON only: {"keyTerms": ["..."], "synonyms": [{"term": "...", "synonyms": ["..."]}]}',
    ].join("\n"),
    user: `<question>\n${fenced(question)}\n</question>${corrected(correction)}`,
  }),
  example: { question: "Does metformin prevent heart attacks in type 2 diabetes?", maxTerms: 8 },
});
