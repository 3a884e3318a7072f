import { z } from "zod";
import { Sentence } from "../../state/archehr.ts";
import { Correction, corrected, DATA_RULE, definePrompt, sentenceList } from "../define-prompt.ts";
import { alignShots } from "./shots/align-answer.ts";

const shown = () =>
  alignShots
    .map(
      ({ answer, note, alignment }) =>
        `<answer>\n${sentenceList(answer)}\n</answer>\n<note>\n${sentenceList(note)}\n</note>\n${JSON.stringify(alignment)}`,
    )
    .join("\n\n");

/**
 * Link every answer sentence with the note sentences that directly support it, many to many and conservatively.
 *
 * In: answer[n], note[m]. Out: one entry an answer sentence, { answer_id, evidence_id: ids of the note }; [] is unsupported.
 *
 * @cite healthnlp2026 §3.4
 */
export const alignAnswer = definePrompt({
  id: "archehr/align-answer",
  version: 1,
  input: z.object({ answer: z.array(Sentence).min(1), note: z.array(Sentence), correction: Correction.optional() }),
  output: z.array(z.object({ answer_id: z.coerce.string(), evidence_id: z.array(z.coerce.string()) })),
  render: ({ answer, note, correction }) => ({
    system: [
      "You link each sentence of an answer with the numbered sentences of the clinical note that directly back it up.",
      "Rules:",
      "- Be conservative: cite only sentences that state what the answer sentence says; no background, no headings.",
      "- A sentence may rest on several note sentences, and a note sentence may support several answer sentences.",
      "- An answer sentence that no note sentence supports gets an empty list.",
      `- ${DATA_RULE}`,
      'Reply with a JSON array only, one entry for every answer sentence: [{"answer_id": "1", "evidence_id": ["4", "7"]}]',
      "",
      "Example:",
      shown(),
    ].join("\n"),
    user: `<note>\n${sentenceList(note)}\n</note>\n<answer>\n${sentenceList(answer)}\n</answer>${corrected(correction)}`,
  }),
  problem: (alignment, { answer, note }) => {
    const answers = new Set(answer.map(({ id }) => id));
    const notes = new Set(note.map(({ id }) => id));
    const wrong = alignment.find(
      ({ answer_id, evidence_id }) => !answers.has(answer_id) || evidence_id.some((id) => !notes.has(id)),
    );
    return wrong === undefined ? undefined : `entry ${JSON.stringify(wrong)} names an id that is not there`;
  },
  example: {
    answer: [{ id: "1", text: "Warfarin was held for an INR of 4.8." }],
    note: [
      { id: "1", text: "Medications on admission: warfarin 5 mg daily." },
      { id: "2", text: "INR was 4.8, so warfarin was held." },
    ],
  },
});
