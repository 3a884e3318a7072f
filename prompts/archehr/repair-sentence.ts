import { z } from "zod";
import { Sentence } from "../../state/archehr.ts";
import { Correction, corrected, DATA_RULE, definePrompt, fenced, sentenceList } from "../define-prompt.ts";

/**
 * Rewrite one unsupported answer sentence so that the evidence states all of it.
 *
 * In: question, sentence, problem (what is not supported), evidence[n], maxWords. Out: text ("" when the evidence supports nothing of it) and its citations.
 *
 * @cite spec archehr best 6
 */
export const repairSentence = definePrompt({
  id: "archehr/repair-sentence",
  version: 1,
  input: z.object({
    question: z.string(),
    sentence: z.string(),
    problem: z.string(),
    evidence: z.array(Sentence),
    maxWords: z.int().positive(),
    correction: Correction.optional(),
  }),
  output: z.object({ text: z.string(), citations: z.array(z.coerce.string()) }),
  render: ({ question, sentence, problem, evidence, maxWords, correction }) => ({
    system: [
      "You are a clinical documentation specialist. You rewrite one sentence of an answer so that the numbered evidence states all of it.",
      `At most ${maxWords} words. State only what the evidence says. When it supports nothing of the sentence, reply with an empty text.`,
      DATA_RULE,
      'Reply with JSON only: {"text": "...", "citations": ["4"]}',
    ].join("\n"),
    user: `<evidence>\n${sentenceList(evidence)}\n</evidence>\n<question>\n${fenced(question)}\n</question>\n<sentence>\n${fenced(sentence)}\n</sentence>\nNot supported: ${fenced(problem)}${corrected(correction)}`,
  }),
  problem: ({ citations }, { evidence }) => {
    const known = new Set(evidence.map(({ id }) => id));
    const unknown = citations.filter((id) => !known.has(id));
    return unknown.length > 0 ? `these ids are not in the evidence: ${unknown.join(", ")}` : undefined;
  },
  example: {
    question: "Why was her warfarin held before surgery?",
    sentence: "Warfarin was held for an INR of 5.8.",
    problem: "the number 5.8 is not in the evidence",
    evidence: [{ id: "2", text: "INR was 4.8, so warfarin was held." }],
    maxWords: 40,
  },
});
