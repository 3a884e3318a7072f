import { z } from "zod";
import { countWords } from "../../text/python-whitespace.ts";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";
import { interpretShots } from "./shots/interpret-question.ts";

const shown = (shots: number) =>
  interpretShots
    .slice(0, shots)
    .map(({ message, question }) => `<message>\n${message}\n</message>\n${JSON.stringify({ question })}`)
    .join("\n\n");

/**
 * Turn a patient's message into the one clinical question that it asks.
 *
 * In: message, shots (0 or 3 worked examples), maxWords, keep (names to keep, best first; may be empty).
 * Out: question, at most maxWords words.
 *
 * @cite healthnlp2026 §3.1
 */
export const interpretQuestion = definePrompt({
  id: "archehr/interpret-question",
  version: 1,
  input: z.object({
    message: z.string(),
    shots: z.union([z.literal(0), z.literal(3)]),
    maxWords: z.int().positive(),
    keep: z.array(z.string()).default([]).describe("Drugs, diagnoses and procedures that the question must not lose."),
    correction: Correction.optional(),
  }),
  output: z.object({ question: z.string().min(1) }),
  render: ({ message, shots, maxWords, keep, correction }) => ({
    system: [
      "You are a clinical administrative assistant. You turn a patient's message into the one concise clinical question that a clinician should answer from the patient's record.",
      "Rules:",
      `- At most ${maxWords} words, one question, ending with a question mark.`,
      "- No preamble, no explanation, no greeting.",
      "- Use standard pronouns (he, she, they, the patient) as the message implies; never 'I' or 'you'.",
      "- Use professional clinical terms; do not diagnose or add anything that the message does not say.",
      `- ${DATA_RULE}`,
      'Reply with JSON only: {"question": "..."}',
      ...(shots > 0 ? ["", "Examples:", shown(shots)] : []),
    ].join("\n"),
    user: `<message>\n${fenced(message)}\n</message>${keep.length > 0 ? `\nKeep these names where they matter to the question: ${fenced(keep.join("; "))}` : ""}${corrected(correction)}`,
  }),
  problem: ({ question }, { maxWords }) =>
    countWords(question) > maxWords
      ? `the question has ${countWords(question)} words; at most ${maxWords} are allowed`
      : undefined,
  example: {
    message:
      "my dad got a stent put in and now they want him on two blood thinners, plavix and aspirin. for how long does he need both?",
    shots: 3,
    maxWords: 15,
    keep: ["clopidogrel", "aspirin", "stent"],
  },
});
