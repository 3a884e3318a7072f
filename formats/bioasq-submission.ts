import { z } from "zod";
import { softCut } from "../text/soft-cut.ts";
import type { BioasqQuestion } from "./bioasq-questions.ts";
import { repairQuestion } from "./bioasq-repair.ts";
import { BIOASQ_LIMITS, type BioasqPhase, NO_EVIDENCE_ANSWER, SNIPPET_SECTIONS } from "./bioasq-rules.ts";
import type { Change } from "./problem.ts";
import { isPubmedUrl, pubmedUrl } from "./pubmed-url.ts";
import { shownValue } from "./shown-value.ts";

/** What a run found for one question. */
export interface BioasqAnswer {
  /** PMIDs, best first. */
  pmids: readonly string[];
  /** Spans of a title or an official abstract text, best first; offsets in UTF-16 units, `text` is the span itself. */
  snippets: readonly { pmid: string; section: (typeof SNIPPET_SECTIONS)[number]; start: number; end: number; text: string }[];
  /** yes or no; one group an entry, best first; null where none was found. */
  exactAnswer: string | readonly (readonly string[])[] | null;
  /** One line; "" where none was found. */
  idealAnswer: string;
}

export interface WrittenBioasq {
  /** The text of submission.json. */
  text: string;
  /** Ids of questions without an entry, or (with answers) without an ideal answer. */
  padded: string[];
  /** What was changed or left out to keep the official rules. */
  changes: Change[];
}

const Url = z.string().refine(isPubmedUrl);
const Entry = z.string().trim().min(1).max(BIOASQ_LIMITS.entryCharacters);
const Groups = z.array(z.tuple([Entry])).min(1);
const Snippet = z.strictObject({
  document: Url,
  text: z.string().min(1),
  offsetInBeginSection: z.int().nonnegative(),
  offsetInEndSection: z.int().positive(),
  beginSection: z.enum(SNIPPET_SECTIONS),
  endSection: z.enum(SNIPPET_SECTIONS),
});
const Retrieved = z.strictObject({
  id: z.string().min(1),
  body: z.string(),
  documents: z.array(Url).max(BIOASQ_LIMITS.documents),
  snippets: z.array(Snippet).max(BIOASQ_LIMITS.snippets),
  ideal_answer: z
    .string()
    .min(1)
    .regex(/^[^\r\n<]+$/u)
    .optional(),
});
const Submitted = z.discriminatedUnion("type", [
  Retrieved.extend({ type: z.literal("yesno"), exact_answer: z.enum(["yes", "no"]).optional() }),
  Retrieved.extend({ type: z.literal("factoid"), exact_answer: Groups.max(BIOASQ_LIMITS.factoids).optional() }),
  Retrieved.extend({ type: z.literal("list"), exact_answer: Groups.max(BIOASQ_LIMITS.listEntries).optional() }),
  Retrieved.extend({ type: z.literal("summary") }),
]);

/**
 * Write an official submission: every question of the test set, in its order, in a form that the evaluator accepts.
 * In: the questions, what was found by question id, the phase (A holds no answers). Out: its text, the questions that were padded, and all that was cut or left out.
 */
export function writeBioasq(
  questions: readonly BioasqQuestion[],
  answers: ReadonlyMap<string, BioasqAnswer>,
  phase: BioasqPhase,
): WrittenBioasq {
  const padded: string[] = [];
  const changes: Change[] = [];
  const written = questions.map((question) => {
    const answer = answers.get(question.id);
    if (!answer || (phase !== "A" && answer.idealAnswer.trim() === "")) padded.push(question.id);
    return submitted(question, answer, phase, (field, was, is) =>
      changes.push({ item: question.id, field, was: shownValue(was), is }),
    );
  });
  return { text: `${JSON.stringify({ questions: written }, null, 2)}\n`, padded, changes };
}

type Note = (field: string, was: unknown, is: string) => void;

function submitted({ id, type, body }: BioasqQuestion, answer: BioasqAnswer | undefined, phase: BioasqPhase, note: Note): object {
  const draft: Record<string, unknown> = {
    id,
    type,
    body,
    documents: answer?.pmids.flatMap((pmid, index) => officialUrl(pmid, `documents[${index}]`, note)) ?? [],
    snippets: answer?.snippets.flatMap((snippet, index) => officialSnippet(snippet, `snippets[${index}]`, note)) ?? [],
  };
  if (phase !== "A") {
    if (answer?.exactAnswer != null && type !== "summary") draft.exact_answer = oneForm(answer.exactAnswer);
    draft.ideal_answer = answer?.idealAnswer.trim() || NO_EVIDENCE_ANSWER;
  }
  const mended = repairQuestion(draft, type, note);
  mended.documents = firstOf(mended.documents, BIOASQ_LIMITS.documents, "documents", note);
  mended.snippets = firstOf(mended.snippets, BIOASQ_LIMITS.snippets, "snippets", note);
  if ("exact_answer" in mended) keepExact(mended, type, note);
  if (typeof mended.ideal_answer === "string") mended.ideal_answer = shortIdeal(mended.ideal_answer, note);
  const { id: parsedId, type: parsedType, ...rest } = Submitted.parse(mended);
  return { id: parsedId, type: parsedType, ...rest };
}

function officialUrl(pmid: string, field: string, note: Note): string[] {
  const url = pubmedUrl(pmid);
  if (isPubmedUrl(url)) return [url];
  note(field, pmid, "left out: not a PMID");
  return [];
}

function officialSnippet(
  { pmid, section, start, end, text }: BioasqAnswer["snippets"][number],
  field: string,
  note: Note,
): object[] {
  const isSpan = Number.isInteger(start) && start >= 0 && end - start === text.length && text !== "";
  if (!isSpan) {
    note(field, `${start}-${end}`, "left out: its offsets do not span its text");
    return [];
  }
  const [beginSection, endSection] = [section, section];
  return officialUrl(pmid, field, note).map((document) => ({
    document,
    text,
    offsetInBeginSection: start,
    offsetInEndSection: end,
    beginSection,
    endSection,
  }));
}

// The evaluator reads the first form of a group only.
function oneForm(exactAnswer: NonNullable<BioasqAnswer["exactAnswer"]>): unknown {
  return typeof exactAnswer === "string" ? exactAnswer : exactAnswer.map((group) => group.slice(0, 1));
}

function firstOf(list: unknown, limit: number, field: string, note: Note): unknown {
  if (!Array.isArray(list) || list.length <= limit) return list;
  note(field, list, `the first ${limit}`);
  return list.slice(0, limit);
}

function keepExact(question: Record<string, unknown>, type: BioasqQuestion["type"], note: Note): void {
  const answer = question.exact_answer;
  if (Array.isArray(answer)) {
    const limit = type === "factoid" ? BIOASQ_LIMITS.factoids : BIOASQ_LIMITS.listEntries;
    const entries = answer.filter((group: unknown) => Array.isArray(group));
    const short = entries.filter(([form]) => typeof form === "string" && form.length <= BIOASQ_LIMITS.entryCharacters);
    if (short.length < entries.length)
      note(
        "exact_answer",
        answer,
        `without ${entries.length - short.length} entries of over ${BIOASQ_LIMITS.entryCharacters} characters`,
      );
    question.exact_answer = firstOf(short, limit, "exact_answer", note);
  }
  const isAnswer =
    type === "yesno"
      ? question.exact_answer === "yes" || question.exact_answer === "no"
      : Groups.safeParse(question.exact_answer).success;
  if (isAnswer) return;
  note("exact_answer", answer, "left out: no valid answer");
  delete question.exact_answer;
}

function shortIdeal(answer: string, note: Note): string {
  const spoken = answer.replaceAll(/\s*<\s*/gu, " less than ").trim();
  const { text, cut } = softCut(spoken, {
    maxWords: BIOASQ_LIMITS.idealWords,
    keepShare: 1 / BIOASQ_LIMITS.idealWords,
    end: "sentence",
  });
  if (text !== answer)
    note("ideal_answer", answer, cut === "none" ? 'the same without "<"' : `cut to ${BIOASQ_LIMITS.idealWords} words`);
  return text;
}
