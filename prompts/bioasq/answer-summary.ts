import { z } from "zod";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";
import { readMarkedReply } from "./answer-format.ts";
import { NumberedSnippet, numberedSnippets } from "./numbered-snippets.ts";

/**
 * Answer a summary question from snippets.
 *
 * In: question, snippets (best first). Out: ideal in 2-3 sentences, on one line.
 *
 * @cite dsgt2026 §4.4.3
 */
export const answerSummary = definePrompt({
  id: "bioasq/answer-summary",
  version: 1,
  input: z.object({ question: z.string(), snippets: z.array(NumberedSnippet), correction: Correction.optional() }),
  output: z.object({ ideal: z.string().min(1) }),
  parse: (text) => {
    const reply = readMarkedReply(text);
    return reply === undefined || reply.ideal === "" ? undefined : { ideal: reply.ideal };
  },
  render: ({ question, snippets, correction }) => ({
    system: `You are a biomedical expert who answers from the snippets given. ${DATA_RULE}`,
    user: [
      "Question type: summary",
      `Question: ${fenced(question)}`,
      numberedSnippets(snippets),
      "Answer in exactly this format:",
      "IDEAL: two or three sentences that answer the question from the snippets.",
    ]
      .join("\n")
      .concat(corrected(correction), "\nYour answer:"),
  }),
  example: {
    question: "How does allopurinol work?",
    snippets: [{ n: 1, text: "Allopurinol is an inhibitor of xanthine oxidase, which makes uric acid." }],
  },
});
