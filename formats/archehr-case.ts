import { z } from "zod";
import { splitSentences } from "../text/split-sentences.ts";

/** A sentence of a note excerpt, with the id that the case gives it. */
export const CaseSentence = z.object({
  id: z.string().min(1),
  text: z.string().min(1),
  paragraphId: z.string().optional(),
  startInParagraph: z.int().nonnegative().optional().describe("Offset as the file gives it: within its paragraph."),
  start: z
    .int()
    .nonnegative()
    .optional()
    .describe("Offset in the note (UTF-16 units); absent when the sentence is not found there."),
  end: z.int().nonnegative().optional().describe("Offset after its last character in the note."),
});
export type CaseSentence = z.infer<typeof CaseSentence>;

/** One ArchEHR-QA case: a patient's message and the note that should answer it. All but the id and the narrative may be missing. */
export const ArchehrCase = z.object({
  id: z.string().min(1),
  specialty: z.string().optional(),
  narrative: z.string().min(1).describe("The patient's message."),
  questionPhrases: z.array(z.object({ id: z.string(), text: z.string(), start: z.int().nonnegative().optional() })),
  clinicianQuestion: z.string().optional(),
  note: z.string().optional(),
  sentences: z.array(CaseSentence).describe("In the note's order; empty without a note."),
  sentencesAre: z.enum(["given", "split", "absent"]).describe("Given by the file, split by us, or no note."),
  answerSentences: z
    .array(z.object({ id: z.string().min(1), text: z.string().min(1) }))
    .describe("Subtask 4; empty when not given."),
});
export type ArchehrCase = z.infer<typeof ArchehrCase>;

/**
 * Turn a case into the input of the archehr graph, settings and subtask aside.
 * In: a case. Out: its message, note and given sentences; the clinician's question is passed on, and used only where a setting chooses it.
 */
export function archehrInput(one: ArchehrCase) {
  return {
    caseId: one.id,
    message: one.narrative,
    clinicianQuestion: one.clinicianQuestion ?? "",
    note: one.note ?? "",
    sentences: one.sentencesAre === "given" ? one.sentences.map(({ id, text }) => ({ id, text })) : [],
    answerSentences: [...one.answerSentences],
  };
}

/**
 * Number the sentences of a note that came without them.
 * In: a note. Out: our own sentences with ids from "1", offsets in the note, and paragraphs (parted by blank lines) from "0".
 */
export function numberedSentences(note: string): CaseSentence[] {
  let paragraph = -1;
  let paragraphStart = 0;
  let from = 0;
  return splitSentences(note).map(({ text, start, end }, index) => {
    if (paragraph < 0 || /(?:\r\n|\n|\r)[^\S\r\n]*(?:\r\n|\n|\r)/u.test(note.slice(from, start))) {
      paragraph += 1;
      paragraphStart = start;
    }
    from = end;
    return { id: String(index + 1), text, paragraphId: String(paragraph), startInParagraph: start - paragraphStart, start, end };
  });
}
