import { z } from "zod";
import { QuestionType } from "../state/bioasq.ts";
import { InputFault } from "./input-fault.ts";
import { parseJsonText } from "./json-text.ts";
import { shownValue } from "./shown-value.ts";

/** A snippet as the organisers give it: a span of a document's title or abstract. */
export const OfficialSnippet = z.object({
  document: z.string(),
  text: z.string(),
  offsetInBeginSection: z.int().optional().catch(undefined),
  offsetInEndSection: z.int().optional().catch(undefined),
  beginSection: z.string().optional().catch(undefined),
  endSection: z.string().optional().catch(undefined),
});
export type OfficialSnippet = z.infer<typeof OfficialSnippet>;

/** A question of a test set; phase B gives documents and snippets. */
export interface BioasqQuestion {
  id: string;
  type: QuestionType;
  body: string;
  /** URLs as given, in order; empty when not given. */
  documents: string[];
  snippets: OfficialSnippet[];
}

/** A question with its gold answers. */
export interface GoldQuestion extends BioasqQuestion {
  /** "yes" or "no"; entities with their synonyms; null for a summary, or where the file has none. */
  exactAnswer: "yes" | "no" | string[][] | null;
  idealAnswers: string[];
}

export interface ReadOptions {
  /** A file of older training data may hold a question twice: refuse (default) or keep the first. */
  repeatedIds?: "refuse" | "keepFirst";
}

const Strings = z.array(z.string());
const Raw = z.looseObject({
  id: z.union([z.string().min(1), z.int().nonnegative()]).transform(String),
  type: z
    .string()
    .transform((type) => type.toLowerCase().replace(/[^a-z]/gu, ""))
    .pipe(QuestionType),
  body: z.string().refine((body) => body.trim() !== ""),
  documents: Strings.nullish(),
  snippets: z.array(OfficialSnippet).nullish(),
});
const Answers = z.looseObject({ exact_answer: z.unknown().optional(), ideal_answer: z.union([z.string(), Strings]).nullish() });

const EXPECTED = new Map([
  ["id", "a text"],
  ["type", "yesno, factoid, list or summary"],
  ["body", "the question"],
  ["documents", "a list of URLs"],
  ["snippets", "a list of { document, text, … }"],
  ["ideal_answer", "a text or a list of texts"],
]);

/**
 * Read a BioASQ test set of any phase.
 * In: the file's text, its name. Out: its questions in order; other keys ignored, ids kept as they are. Throws InputFault naming question and field:
 * no questions, an unknown type, a missing body, a repeated id.
 */
export function readBioasqQuestions(text: string, file: string, options: ReadOptions = {}): BioasqQuestion[] {
  return unique(rawQuestions(text, file), file, options).map(({ question }) => question);
}

/**
 * Read a golden or training file.
 * In: the file's text, its name. Out: questions with gold answers in one form: yes or no, a list of entities each with its synonyms, and ideal answers as a list.
 * Throws as readBioasqQuestions, and for an exact answer of no known form.
 */
export function readBioasqGolden(text: string, file: string, options: ReadOptions = {}): GoldQuestion[] {
  return unique(rawQuestions(text, file), file, options).map(({ question, raw }) => {
    const answers = checked(Answers, raw, file, `question "${question.id}"`);
    const exactAnswer = goldExact(question.type, answers.exact_answer);
    if (exactAnswer === undefined) {
      const found = shownValue(answers.exact_answer);
      throw new InputFault({
        file,
        where: `question "${question.id}"`,
        field: "exact_answer",
        expected: `the answer of a ${question.type} question`,
        found,
      });
    }
    const ideal = answers.ideal_answer ?? [];
    return { ...question, exactAnswer, idealAnswers: typeof ideal === "string" ? [ideal] : ideal };
  });
}

function rawQuestions(text: string, file: string): unknown[] {
  const parsed = parseJsonText(text, file);
  const holder = z.looseObject({ questions: z.array(z.unknown()) }).safeParse(parsed);
  const questions = Array.isArray(parsed) ? parsed : holder.data?.questions;
  if (!questions)
    throw new InputFault({
      file,
      where: "line 1",
      field: "questions",
      expected: "{ questions: [...] }",
      found: shownValue(parsed),
    });
  if (questions.length === 0)
    throw new InputFault({ file, where: "line 1", field: "questions", expected: "at least one question", found: "none" });
  return questions;
}

function unique(raws: readonly unknown[], file: string, { repeatedIds = "refuse" }: ReadOptions) {
  const seen = new Set<string>();
  return raws.flatMap((raw, index) => {
    const { id, type, body, documents, snippets } = checked(Raw, raw, file, placeOf(raw, index));
    if (seen.has(id)) {
      if (repeatedIds === "keepFirst") return [];
      throw new InputFault({
        file,
        where: `question "${id}"`,
        field: "id",
        expected: "every id once",
        found: "a second question",
      });
    }
    seen.add(id);
    const question: BioasqQuestion = { id, type, body, documents: documents ?? [], snippets: snippets ?? [] };
    return [{ question, raw }];
  });
}

function checked<Output>(schema: z.ZodType<Output>, raw: unknown, file: string, where: string): Output {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const { path } = result.error.issues[0]!; // a failed parse has an issue
  const field = String(path[0] ?? "question");
  const value = typeof raw === "object" && raw !== null ? new Map(Object.entries(raw)).get(field) : raw;
  throw new InputFault({
    file,
    where,
    field: path.join(".") || field,
    expected: EXPECTED.get(field) ?? "{ id, type, body }",
    found: shownValue(value),
  });
}

function placeOf(raw: unknown, index: number): string {
  const id = typeof raw === "object" && raw !== null && "id" in raw && typeof raw.id === "string" ? raw.id : "";
  return id === "" ? `question number ${index + 1}` : `question "${id}"`;
}

function goldExact(type: QuestionType, value: unknown): GoldQuestion["exactAnswer"] | undefined {
  if (type === "summary" || value === undefined || value === null) return null;
  // The evaluator looks for "yes" first: "Yes." and "Yes, it does" are yes.
  if (type === "yesno")
    return typeof value !== "string" ? undefined : /yes/iu.test(value) ? "yes" : /no/iu.test(value) ? "no" : undefined;
  const groups = z.array(Strings).safeParse(value);
  if (groups.success) return groups.data;
  const flat = typeof value === "string" ? [value] : Strings.safeParse(value).data;
  // In files of the first years a factoid's flat list holds the synonyms of its one answer.
  return flat && (type === "factoid" ? [flat] : flat.map((entry) => [entry]));
}
