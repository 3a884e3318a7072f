import { z } from "zod";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";
import { readMarkedReply } from "./answer-format.ts";
import { NumberedSnippet, numberedSnippets } from "./numbered-snippets.ts";

/**
 * Answer a factoid question from snippets.
 *
 * In: question, snippets (best first), most (candidates wanted). Out: exact, at least one and at most `most` entities, best first; ideal in 2-3 sentences.
 *
 * @cite dsgt2026 §4.4.3
 */
export const answerFactoid = definePrompt({
  id: "bioasq/answer-factoid",
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
      "Question type: factoid",
      `Question: ${fenced(question)}`,
      numberedSnippets(snippets),
      `Answer in exactly this format, at most ${most} entities, the best first, short names only:`,
      "EXACT: entity1 | entity2",
      "IDEAL: two or three sentences that explain the answer from the snippets.",
    ]
      .join("\n")
      .concat(corrected(correction), "\nYour answer:"),
  }),
  problem: ({ exact }, { most }) => (exact.length > most ? `${exact.length} entities; at most ${most} are allowed` : undefined),
  example: {
    question: "Which enzyme is inhibited by allopurinol?",
    snippets: [{ n: 1, text: "Allopurinol is an inhibitor of xanthine oxidase, which makes uric acid." }],
    most: 5,
  },
});
