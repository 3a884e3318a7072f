import { z } from "zod";
import { Sentence } from "../../state/archehr.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { Correction, corrected, DATA_RULE, definePrompt, fenced, sentenceList } from "../define-prompt.ts";

/**
 * Write a short professional answer from the filtered evidence, with the whole note as a safety net.
 *
 * In: question (the interpretation), evidence[n] (filtered sentences), note[m] (all sentences), maxWords.
 * Out: the answer as plain prose without citations, at most maxWords words.
 *
 * @cite healthnlp2026 §3.3
 */
export const draftAnswer = definePrompt({
  id: "archehr/draft-answer",
  version: 1,
  input: z.object({
    question: z.string(),
    evidence: z.array(Sentence),
    note: z.array(Sentence),
    maxWords: z.int().positive(),
    correction: Correction.optional(),
  }),
  output: z.object({ answer: z.string().min(1) }),
  parse: (text) => ({ answer: text.trim() }),
  render: ({ question, evidence, note, maxWords, correction }) => ({
    system: [
      "You are a clinical documentation specialist. You answer a question about a patient's hospital stay from the patient's own note.",
      "Rules:",
      `- At most ${maxWords} words, in complete sentences, in an objective professional register.`,
      "- Use precise medical terminology. No preamble, no advice, no address to the reader, no citations, no lists.",
      "- State only what the note says; add no outside medical knowledge.",
      "- Prefer the filtered evidence. Use the full note only to resolve what the evidence refers to.",
      `- ${DATA_RULE}`,
      "Reply with the answer alone.",
    ].join("\n"),
    user: [
      `<full_note>\n${sentenceList(note)}\n</full_note>`,
      `<clinical_question>\n${fenced(question)}\n</clinical_question>`,
      `<filtered_evidence>\n${sentenceList(evidence)}\n</filtered_evidence>${corrected(correction)}`,
    ].join("\n"),
  }),
  problem: ({ answer }, { maxWords }) =>
    countWords(answer) > maxWords ? `the answer has ${countWords(answer)} words; at most ${maxWords} are allowed` : undefined,
  example: {
    question: "Why was her warfarin held before surgery?",
    evidence: [{ id: "2", text: "INR was 4.8, so warfarin was held." }],
    note: [
      { id: "1", text: "Medications on admission: warfarin 5 mg daily." },
      { id: "2", text: "INR was 4.8, so warfarin was held." },
    ],
    maxWords: 75,
  },
});
