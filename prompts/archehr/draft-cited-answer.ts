import { z } from "zod";
import { Sentence } from "../../state/archehr.ts";
import { Correction, corrected, DATA_RULE, definePrompt, fenced, sentenceList } from "../define-prompt.ts";

/**
 * Answer a question straight from the whole note, naming for each sentence the note sentences that it rests on.
 *
 * In: question, note[m]. Out: sentences { text, citations: ids of the note }. Used to find evidence by what answers cite.
 *
 * @cite spec archehr best 4
 */
export const draftCitedAnswer = definePrompt({
  id: "archehr/draft-cited-answer",
  version: 1,
  input: z.object({
    question: z.string(),
    note: z.array(Sentence).min(1),
    maxWords: z.int().positive(),
    correction: Correction.optional(),
  }),
  output: z.object({ sentences: z.array(z.object({ text: z.string().min(1), citations: z.array(z.coerce.string()) })) }),
  render: ({ question, note, maxWords, correction }) => ({
    system: [
      "You are a clinical documentation specialist. You answer a question from a patient's note, and cite for every sentence the numbered note sentences that directly state it.",
      "Rules:",
      `- At most ${maxWords} words in all. State only what the note says.`,
      "- Cite every note sentence that is needed for the sentence, and no other. Never cite a heading.",
      '- When the note does not answer the question, reply {"sentences": []}.',
      `- ${DATA_RULE}`,
      'Reply with JSON only: {"sentences": [{"text": "...", "citations": ["4", "7"]}]}',
    ].join("\n"),
    user: `<note>\n${sentenceList(note)}\n</note>\n<question>\n${fenced(question)}\n</question>${corrected(correction)}`,
  }),
  problem: ({ sentences }, { note }) => {
    const known = new Set(note.map(({ id }) => id));
    const unknown = sentences.flatMap(({ citations }) => citations).filter((id) => !known.has(id));
    return unknown.length > 0 ? `these ids are not in the note: ${[...new Set(unknown)].slice(0, 10).join(", ")}` : undefined;
  },
  example: {
    question: "Why was her warfarin held before surgery?",
    note: [
      { id: "1", text: "Medications on admission: warfarin 5 mg daily." },
      { id: "2", text: "INR was 4.8, so warfarin was held." },
    ],
    maxWords: 75,
  },
});
