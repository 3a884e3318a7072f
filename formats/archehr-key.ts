import { z } from "zod";
import { plainIssue } from "../text/plain-issue.ts";
import { InputFault } from "./input-fault.ts";
import { parseJsonText } from "./json-text.ts";
import { shownValue } from "./shown-value.ts";

export const RELEVANCES = ["essential", "supplementary", "not-relevant"] as const;

/** The gold of one case. */
export const ArchehrGold = z.object({
  caseId: z.string(),
  relevance: z.map(z.string(), z.enum(RELEVANCES)).describe("Sentence id to its relevance, in the note's order."),
  answer: z.string().optional().describe("The clinician's answer with citation markers."),
  answerWithoutCitations: z.string().optional(),
  answerSentences: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      citations: z.array(z.string()).describe("Sentence ids in order, each once."),
      citationText: z
        .string()
        .optional()
        .describe("The citations as the key writes them, where it writes a text: the official script reads its characters."),
    }),
  ),
});
export type ArchehrGold = z.infer<typeof ArchehrGold>;

const Id = z.union([z.string().trim().min(1), z.int().nonnegative()]).transform(String);
const Text = z.string().nullish();
const Key = z.array(
  z.looseObject({
    case_id: Id,
    answers: z
      .array(
        z.looseObject({
          sentence_id: Id,
          relevance: z
            .string()
            .transform((word) => word.trim().toLowerCase().replaceAll("_", "-"))
            .pipe(z.enum(RELEVANCES)),
        }),
      )
      .nullish(),
    clinician_answer: Text,
    clinician_answer_without_citations: Text,
    clinician_answer_sentences: z.array(z.looseObject({ id: Id, text: z.string(), citations: z.unknown().optional() })).nullish(),
  }),
);
const WIDEST_RANGE = 500;

/**
 * Read an `archehr-qa_key.json`.
 * In: the file's text, its name. Out: one gold a case, in order. Throws InputFault naming case and field: not JSON, an unknown relevance, repeated ids, citations of no known form.
 */
export function readArchehrKey(text: string, file: string): ArchehrGold[] {
  const raw = parseJsonText(text, file);
  const parsed = Key.safeParse(raw);
  if (!parsed.success) throw faultOf(parsed.error, raw, file);
  const seen = new Set<string>();
  return parsed.data.map((one) => {
    const place = { file, where: `case "${one.case_id}"` };
    if (seen.has(one.case_id)) throw new InputFault({ ...place, field: "case_id", expected: "every case once", found: "two" });
    seen.add(one.case_id);
    const relevance = new Map((one.answers ?? []).map((answer) => [answer.sentence_id, answer.relevance]));
    if (relevance.size < (one.answers ?? []).length)
      throw new InputFault({ ...place, field: "answers", expected: "every sentence_id once", found: "a repeated one" });
    return {
      caseId: one.case_id,
      relevance,
      ...(one.clinician_answer ? { answer: one.clinician_answer } : {}),
      ...(one.clinician_answer_without_citations ? { answerWithoutCitations: one.clinician_answer_without_citations } : {}),
      answerSentences: (one.clinician_answer_sentences ?? []).map((sentence) => {
        const citations = readCitations(sentence.citations);
        const written = typeof sentence.citations === "string" ? { citationText: sentence.citations } : {};
        if (citations) return { id: sentence.id, text: sentence.text, citations, ...written };
        const field = `clinician_answer_sentences "${sentence.id}" citations`;
        throw new InputFault({
          ...place,
          field,
          expected: 'a list, "1,5", "19-25", a number, "" or null',
          found: shownValue(sentence.citations),
        });
      }),
    };
  });
}

/**
 * Read citations in any of the forms of the official keys.
 * In: a list, "1,5", "19-25", "[4, 9]", a number, "", null or nothing. Out: sentence ids in order, each once; undefined for any other form.
 */
export function readCitations(citations: unknown): string[] | undefined {
  if (citations === null || citations === undefined) return [];
  const items: unknown[] = Array.isArray(citations) ? citations : [citations];
  const ids = items.map((item) => (typeof item === "string" ? idsIn(item) : isId(item) ? [String(item)] : undefined));
  return ids.includes(undefined) ? undefined : [...new Set(ids.flatMap((list) => list ?? []))];
}

const isId = (item: unknown): item is number => typeof item === "number" && Number.isSafeInteger(item) && item >= 0;

function idsIn(text: string): string[] | undefined {
  const parts = text
    .replace(/^[\s[(]+|[\s\])]+$/gu, "")
    .replace(/(\d)\s*[-–—]\s*(\d)/gu, "$1-$2")
    .split(/[\s,;|]+/u);
  const ids = parts.filter((part) => part !== "").map(idsOfPart);
  return ids.includes(undefined) ? undefined : ids.flatMap((list) => list ?? []);
}

function idsOfPart(part: string): string[] | undefined {
  const [, first, last] = /^(\d{1,6})-(\d{1,6})$/u.exec(part) ?? [];
  if (first === undefined || last === undefined) return /^[\p{L}\p{N}_.]+$/u.test(part) ? [part] : undefined;
  const count = Number(last) - Number(first) + 1;
  return count < 1 || count > WIDEST_RANGE
    ? undefined
    : Array.from({ length: count }, (_, index) => String(Number(first) + index));
}

function faultOf(error: z.ZodError, raw: unknown, file: string): InputFault {
  const issue = error.issues[0]!; // a failed parse has an issue
  const { path } = issue;
  const [index] = path;
  const one: unknown = Array.isArray(raw) && typeof index === "number" ? raw[index] : undefined;
  const id = typeof one === "object" && one !== null && "case_id" in one ? shownValue(one.case_id) : undefined;
  return new InputFault({
    file,
    where: id ? `case ${id}` : `case number ${Number(index ?? 0) + 1}`,
    field: path.slice(1).join(".") || "case",
    expected: plainIssue(issue).replace(/^expected /, ""),
  });
}
