import { z } from "zod";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";
import { NumberedSnippet, numberedSnippets } from "./numbered-snippets.ts";

/**
 * Write a tentative answer whose words guide a second search; it is never shown as an answer.
 *
 * In: question, snippets[n] found so far (may be weak or none). Out: passage, 1-3 sentences; terms, names worth searching for.
 *
 * @cite dsgt2026 §1, §4.1
 */
export const guessAnswer = definePrompt({
  id: "bioasq/guess-answer",
  version: 1,
  input: z.object({ question: z.string(), snippets: z.array(NumberedSnippet), correction: Correction.optional() }),
  output: z.object({ passage: z.string(), terms: z.array(z.string().min(1)) }),
  render: ({ question, snippets, correction }) => ({
    system: [
      "You write the one to three sentences that a PubMed abstract answering the question would most likely contain, and name the terms worth searching for.",
      "It only guides a search; a wrong guess does no harm.",
      DATA_RULE,
      'Reply with JSON only: {"passage": "...", "terms": ["..."]}',
    ].join("\n"),
    user: `${numberedSnippets(snippets)}\n<question>\n${fenced(question)}\n</question>${corrected(correction)}`,
  }),
  example: {
    question: "Which enzyme is inhibited by allopurinol?",
    snippets: [{ n: 1, text: "Allopurinol lowers serum urate in patients with gout." }],
  },
});
