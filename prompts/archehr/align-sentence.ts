import { z } from "zod";
import { Sentence } from "../../state/archehr.ts";
import { Correction, corrected, DATA_RULE, definePrompt, fenced, sentenceList } from "../define-prompt.ts";

/**
 * Find the note sentences that support one answer sentence, or those that a first pass missed.
 *
 * In: sentence (of the answer), answer (the whole answer, for reference), note[m], found (ids of a first pass; [] in the first).
 * Out: evidence_id, ids of the note; those of `found` are not repeated.
 *
 * @cite spec archehr best 5
 */
export const alignSentence = definePrompt({
  id: "archehr/align-sentence",
  version: 1,
  input: z.object({
    sentence: Sentence,
    answer: z.array(Sentence),
    note: z.array(Sentence),
    found: z.array(z.string()).default([]),
    correction: Correction.optional(),
  }),
  output: z.object({ evidence_id: z.array(z.coerce.string()) }),
  render: ({ sentence, answer, note, found, correction }) => ({
    system: [
      "You find the numbered sentences of a clinical note that directly support one sentence of an answer.",
      "Rules:",
      "- Cite each note sentence that states a part of what the answer sentence says: diagnoses, values, doses, reasons, outcomes.",
      "- No headings, no background that the answer sentence does not state. Nothing supports it: an empty list.",
      `- ${DATA_RULE}`,
      'Reply with JSON only: {"evidence_id": ["4", "7"]}',
    ].join("\n"),
    user: [
      `<note>\n${sentenceList(note)}\n</note>`,
      `<whole_answer>\n${sentenceList(answer)}\n</whole_answer>`,
      `<answer_sentence>\n${fenced(sentence.text)}\n</answer_sentence>`,
      ...(found.length > 0
        ? [
            `Already found: ${fenced(found.join(", "))}. Name only further sentences that state a part not yet covered; none is a good answer.`,
          ]
        : []),
    ]
      .join("\n")
      .concat(corrected(correction)),
  }),
  problem: ({ evidence_id }, { note }) => {
    const known = new Set(note.map(({ id }) => id));
    const unknown = evidence_id.filter((id) => !known.has(id));
    return unknown.length > 0 ? `these ids are not in the note: ${unknown.slice(0, 10).join(", ")}` : undefined;
  },
  example: {
    sentence: { id: "1", text: "Warfarin was held for an INR of 4.8." },
    answer: [{ id: "1", text: "Warfarin was held for an INR of 4.8." }],
    note: [
      { id: "1", text: "Medications on admission: warfarin 5 mg daily." },
      { id: "2", text: "INR was 4.8, so warfarin was held." },
    ],
    found: ["2"],
  },
});
