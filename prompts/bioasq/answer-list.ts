import { z } from "zod";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";
import { readMarkedReply } from "./answer-format.ts";
import { NumberedSnippet, numberedSnippets } from "./numbered-snippets.ts";

/**
 * Answer a list question from snippets.
 *
 * In: question, snippets (best first), most (entries allowed). Out: exact, every entity found, one form each; ideal in 2-3 sentences.
 *
 * @cite dsgt2026 §4.4.3
 */
export const answerList = definePrompt({
  id: "bioasq/answer-list",
  version: 1,
  input: z.object({
    question: z.string(),
    snippets: z.array(NumberedSnippet),
    most: z.int().positive(),
    correction: Correction.optional(),
  }),
  output: z.object({ exact: z.array(z.string().min(1)).min(1), ideal: z.string() }),
  parse: readMarkedReply,
  render: ({ question, snippets, most, correction }) => ({
    system: `You are a biomedical expert who answers from the snippets given. ${DATA_RULE}`,
    user: [
      "Question type: list",
      `Question: ${fenced(question)}`,
      numberedSnippets(snippets),
      `Answer in exactly this format, every entity that the snippets name, at most ${most}, one short name each:`,
      "EXACT: entity1 | entity2 | entity3",
      "IDEAL: two or three sentences that explain the answer from the snippets.",
    ]
      .join("\n")
      .concat(corrected(correction), "\nYour answer:"),
  }),
  problem: ({ exact }, { most }) => (exact.length > most ? `${exact.length} entries; at most ${most} are allowed` : undefined),
  example: {
    question: "Which drugs lower serum urate?",
    snippets: [{ n: 1, text: "Allopurinol, febuxostat and probenecid lower serum urate." }],
    most: 100,
  },
});
