import { z } from "zod";
import type { SnippetSpan } from "./measures/snippet-span.ts";

/** An exact answer as the evaluator reads it: a yes/no text, one flat list (BioASQ 2 factoids), or entries of names; all lower-cased. */
export type ExactAnswer = { text: string | undefined; flat: string[]; entries: string[][] };

/** A question of a golden file or a submission, as far as scoring looks. undefined: the file says nothing. */
export type ScoredQuestion = {
  id: string;
  type: string | undefined;
  documents: string[] | undefined;
  snippets: SnippetSpan[] | undefined;
  exactAnswer: ExactAnswer | undefined;
  idealAnswers: string[] | undefined;
};

const section = z
  .string()
  .catch("")
  .transform((name) => name.slice(name.indexOf(".") + 1));
/** Without a number a snippet lies nowhere, and the evaluator stops; one written as text can be meant only one way. */
const offset = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\s*-?\d+(?:\.0+)?\s*$/u)
        .transform(Number),
    ],
    { error: "expected a number" },
  )
  .pipe(z.int());
const Snippet = z
  .object({
    document: z.string().catch(""),
    offsetInBeginSection: offset,
    offsetInEndSection: offset,
    beginSection: section,
    endSection: section,
  })
  .transform(({ document, offsetInBeginSection, offsetInEndSection, beginSection, endSection }) => ({
    document,
    begin: offsetInBeginSection,
    end: offsetInEndSection,
    beginSection,
    endSection,
  }));
const name = z.union([z.string(), z.number(), z.boolean()]).transform((value) => String(value).toLowerCase());
const ExactAnswerJson = z.union([name, z.array(z.union([name, z.array(name)]))]).transform((value): ExactAnswer => {
  if (typeof value === "string") return { text: value, flat: [], entries: [] };
  const entries = value.map((entry) => (typeof entry === "string" ? [entry] : entry));
  return { text: undefined, flat: value.every((entry) => typeof entry === "string") ? entries.flat() : [], entries };
});
const IdealAnswer = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** A BioASQ JSON file, golden or submitted: lenient, since most public submissions stray from the format (`validate` lists how). */
export const BioasqQuestions = z
  .object({
    questions: z.array(
      z.object({
        id: z.union([z.string().min(1), z.int()]).transform(String),
        type: z.string().nullish(),
        documents: z.array(z.union([z.string(), z.number()]).transform(String)).nullish(),
        snippets: z.array(Snippet).nullish(),
        exact_answer: ExactAnswerJson.nullish(),
        ideal_answer: IdealAnswer.nullish(),
      }),
    ),
  })
  .transform(({ questions }): ScoredQuestion[] =>
    questions.map(({ id, type, documents, snippets, exact_answer, ideal_answer }) => ({
      id,
      type: type ?? undefined,
      documents: documents ? [...new Set(documents)] : undefined,
      snippets: snippets ?? undefined,
      exactAnswer: exact_answer ?? undefined,
      idealAnswers: ideal_answer ?? undefined,
    })),
  );

/** Which edition's rules the official evaluator follows: 2 for BioASQ 1-2, 3 for 3-4, 5 for 5-7, 8 for 8, 9 since 9. */
export const BIOASQ_VERSIONS = [2, 3, 5, 8, 9] as const;
export type BioasqVersion = (typeof BIOASQ_VERSIONS)[number];

/** A gold question and what was submitted for it; a gold id that repeats has `#2`, `#3` … added in `key`. */
export type QuestionPair = { key: string; gold: ScoredQuestion; response: ScoredQuestion | undefined };

/**
 * Pair gold questions with submitted ones.
 *
 * In: both files' questions. Out: one pair a gold question, in gold order; of a repeated submitted id the first counts, as in the evaluator.
 */
export function pairQuestions(gold: readonly ScoredQuestion[], submission: readonly ScoredQuestion[]): QuestionPair[] {
  const responses = new Map(submission.toReversed().map((question) => [question.id, question]));
  const seen = new Map<string, number>();
  return gold.map((question) => {
    const times = (seen.get(question.id) ?? 0) + 1;
    seen.set(question.id, times);
    return { key: times === 1 ? question.id : `${question.id}#${times}`, gold: question, response: responses.get(question.id) };
  });
}
