import { z } from "zod";

const id = z.union([z.string(), z.number()]).transform(String);

/** Citations occur as a list, "1,5", "19-25", a number, "" and null; `text` keeps a string as it stood, for the official script's reading of it. */
const Citations = z
  .union([z.array(id), z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => ({
    ids: [value ?? []].flat().flatMap((entry) => readCitations(String(entry))),
    text: typeof value === "string" ? value : undefined,
  }));

/** The gold file of ArchEHR-QA (`archehr-qa_key.json`), as far as scoring looks. */
export const ArchehrKey = z.array(
  z
    .object({
      case_id: id,
      answers: z.array(z.object({ sentence_id: id, relevance: z.string() })).default([]),
      clinician_answer_without_citations: z.string().nullish(),
      clinician_answer_sentences: z.array(z.object({ id, citations: Citations })).nullish(),
    })
    .transform(({ case_id, answers, clinician_answer_without_citations, clinician_answer_sentences }) => ({
      id: case_id,
      sentences: answers.map(({ sentence_id, relevance }) => ({ id: sentence_id, relevance })),
      answer: clinician_answer_without_citations ?? undefined,
      answerSentences: clinician_answer_sentences ?? [],
    })),
);
export type ArchehrKey = z.infer<typeof ArchehrKey>;
export type ArchehrKeyCase = ArchehrKey[number];

/** A submission before it is checked: the official rules say what is wrong with it in their own words. */
export const ArchehrSubmission = z.array(z.object({ case_id: z.unknown(), prediction: z.unknown() }));
export type ArchehrSubmission = z.infer<typeof ArchehrSubmission>;

/**
 * Read citations written as a text.
 *
 * In: "1,5", "19-25", "4" or "". Out: sentence ids in the order given; a range of whole numbers is spelled out. Blank: none.
 */
export function readCitations(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").flatMap(spellOut);
}

function spellOut(part: string): string[] {
  const [, first, last] = /^(\d{1,4})\s*-\s*(\d{1,4})$/.exec(part) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (!(from <= to)) return [part];
  return Array.from({ length: to - from + 1 }, (_, step) => String(from + step));
}
