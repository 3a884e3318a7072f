import { z } from "zod";
import { QuestionType } from "../../state/bioasq.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";
import { NumberedSnippet, numberedSnippets } from "./numbered-snippets.ts";

/**
 * Write the ideal answer on its own, every sentence cited to the snippets that state it.
 *
 * In: question, type, exact (the exact answer in words; "" for a summary), snippets (best first), maxWords.
 * Out: sentences { text, snippets: numbers from the prompt }.
 *
 * @cite spec bioasq best
 */
export const draftIdeal = definePrompt({
  id: "bioasq/draft-ideal",
  version: 1,
  input: z.object({
    question: z.string(),
    type: QuestionType,
    exact: z.string(),
    snippets: z.array(NumberedSnippet).min(1),
    maxWords: z.int().positive(),
    correction: Correction.optional(),
  }),
  output: z.object({ sentences: z.array(z.object({ text: z.string().min(1), snippets: z.array(z.int()) })).min(1) }),
  render: ({ question, type, exact, snippets, maxWords, correction }) => ({
    system: [
      "You are a biomedical expert. You write the short ideal answer to a question from the snippets given.",
      `Two or three sentences, at most ${maxWords} words in all, professional prose on one line. State only what the snippets say.`,
      "For every sentence name the numbers of the snippets that state it.",
      DATA_RULE,
      'Reply with JSON only: {"sentences": [{"text": "...", "snippets": [1, 2]}]}',
    ].join("\n"),
    user: [
      `Question type: ${type}`,
      `Question: ${fenced(question)}`,
      numberedSnippets(snippets),
      ...(exact === "" ? [] : [`The exact answer is: ${fenced(exact)}`]),
    ]
      .join("\n")
      .concat(corrected(correction)),
  }),
  problem: ({ sentences }, { snippets, maxWords }) => {
    const numbers = new Set(snippets.map(({ n }) => n));
    if (sentences.some((sentence) => sentence.snippets.some((n) => !numbers.has(n))))
      return "a sentence cites a snippet that is not there";
    const words = countWords(sentences.map(({ text }) => text).join(" "));
    return words > maxWords ? `the answer has ${words} words; at most ${maxWords} are allowed` : undefined;
  },
  example: {
    question: "Which enzyme is inhibited by allopurinol?",
    type: "factoid",
    exact: "xanthine oxidase",
    snippets: [{ n: 1, text: "Allopurinol is an inhibitor of xanthine oxidase, which makes uric acid." }],
    maxWords: 100,
  },
});
