import { checkExact, checkIdeal, type Report } from "./bioasq-answer-rules.ts";
import type { BioasqQuestion } from "./bioasq-questions.ts";
import { BIOASQ_LIMITS, type BioasqPhase, NO_EVIDENCE_ANSWER, SNIPPET_KEYS, SNIPPET_SECTIONS } from "./bioasq-rules.ts";
import type { Incomplete, Problem, Validation } from "./problem.ts";
import { isPubmedUrl } from "./pubmed-url.ts";
import { shownValue } from "./shown-value.ts";

type Json = Record<string, unknown>;

export interface BioasqValidateOptions {
  /** Which parts must be there; without it only those that are there are checked. */
  phase?: BioasqPhase | undefined;
  /** The submission's text: offsets such as 12.0, which crash the evaluator, cannot be seen once parsed. */
  source?: string | undefined;
}

/**
 * Check a submission against every rule of the official format.
 * In: the test set's questions, the parsed submission. Out: every fault with question and field ("fatal": the evaluator crashes on the whole file), and the
 * questions that hold padding or lack a part of the phase.
 */
export function validateBioasq(
  questions: readonly BioasqQuestion[],
  submission: unknown,
  { phase, source }: BioasqValidateOptions = {},
): Validation {
  const problems: Problem[] = [];
  const incomplete: Incomplete[] = [];
  const reportFor =
    (item: string): Report =>
    (field, is, expected, found) => {
      problems.push({ item, field, is, expected, found });
    };
  const entries = isRecord(submission) ? submission.questions : undefined;
  if (!Array.isArray(entries)) {
    reportFor("")("file", "fatal", "{ questions: [...] }", shownValue(submission));
    return { problems, incomplete };
  }
  for (const { line, found } of floatOffsets(source ?? ""))
    reportFor("")(`line ${line}`, "fatal", "an offset without a decimal point", found);
  const byId = new Map(questions.map((question) => [question.id, question]));
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (!isRecord(entry) || typeof entry.id !== "string") {
      const [expected, found] = isRecord(entry) ? ["a text as id", entry.id] : ["an object", entry];
      reportFor(`question number ${index + 1}`)("id", "fatal", expected, shownValue(found));
      continue;
    }
    const id = entry.id;
    const report = reportFor(id);
    const question = byId.get(id);
    if (!question) report("id", "rule", "a question of the test set", shownValue(id));
    if (seen.has(id)) report("id", "rule", "every question once", "a second entry");
    seen.add(id);
    checkQuestion(entry, question, report);
    for (const [field, why] of missingParts(entry, question?.type ?? entry.type, phase))
      incomplete.push({ item: id, field, why });
  }
  for (const { id } of questions)
    if (!seen.has(id))
      reportFor(id)("id", "rule", "an entry for every question (the evaluator skips it, which flatters)", "none");
  return { problems, incomplete };
}

/**
 * Find offsets written as 12.0 or 1e2, which the evaluator refuses and a JSON parser hides.
 * In: a submission's text. Out: each with its line (from 1).
 */
export function floatOffsets(source: string): { line: number; found: string }[] {
  const pairs = source.matchAll(/"offsetIn(?:Begin|End)Section"\s*:\s*(-?\d+(?:\.0+(?![\d.])|(?:\.\d+)?[eE][+-]?\d+))/gu);
  return [...pairs].map(({ 1: found = "", index }) => ({ line: source.slice(0, index).split("\n").length, found }));
}

function checkQuestion(entry: Json, question: BioasqQuestion | undefined, report: Report): void {
  const type = question?.type ?? entry.type;
  if (question && entry.type !== undefined && entry.type !== question.type)
    report("type", "rule", question.type, shownValue(entry.type));
  checkDocuments(entry.documents, report);
  checkSnippets(entry.snippets, report);
  if ("exact_answer" in entry) checkExact(entry.exact_answer, type, report);
  if ("ideal_answer" in entry) checkIdeal(entry.ideal_answer, report);
}

function checkDocuments(documents: unknown, report: Report): void {
  if (!Array.isArray(documents)) {
    report("documents", documents === undefined ? "rule" : "fatal", "a list of URLs", shownValue(documents));
    return;
  }
  const seen = new Set<string>();
  for (const [index, document] of documents.entries()) {
    const field = `documents[${index}]`;
    if (typeof document !== "string") report(field, "fatal", "a text", shownValue(document));
    else if (!isPubmedUrl(document)) report(field, "rule", "http://www.ncbi.nlm.nih.gov/pubmed/<PMID>", shownValue(document));
    else if (seen.has(document)) report(field, "rule", "every document once", shownValue(document));
    else seen.add(document);
  }
  if (documents.length > BIOASQ_LIMITS.documents)
    report("documents", "rule", `at most ${BIOASQ_LIMITS.documents}`, String(documents.length));
}

function checkSnippets(snippets: unknown, report: Report): void {
  if (!Array.isArray(snippets)) {
    report("snippets", snippets === undefined ? "rule" : "fatal", "a list of snippets", shownValue(snippets));
    return;
  }
  for (const [index, snippet] of snippets.entries()) {
    if (isRecord(snippet))
      checkSnippet(snippet, (field, is, expected, found) => report(`snippets[${index}].${field}`, is, expected, found));
    else report(`snippets[${index}]`, "fatal", "an object", shownValue(snippet));
  }
  if (snippets.length > BIOASQ_LIMITS.snippets)
    report("snippets", "rule", `at most ${BIOASQ_LIMITS.snippets}`, String(snippets.length));
}

function checkSnippet(snippet: Json, report: Report): void {
  for (const key of Object.keys(snippet)) {
    if (!SNIPPET_KEYS.some((known) => known === key)) report(key, "fatal", `only ${SNIPPET_KEYS.join(", ")}`, "an extra key");
  }
  const { document, text, beginSection, endSection, offsetInBeginSection: start, offsetInEndSection: end } = snippet;
  if (typeof document !== "string") report("document", "fatal", "a text", shownValue(document));
  else if (!isPubmedUrl(document)) report("document", "rule", "http://www.ncbi.nlm.nih.gov/pubmed/<PMID>", shownValue(document));
  if (typeof text !== "string") report("text", "fatal", "a text", shownValue(text));
  for (const [field, offset] of [
    ["offsetInBeginSection", start],
    ["offsetInEndSection", end],
  ] as const) {
    if (typeof offset !== "number" || !Number.isInteger(offset)) report(field, "fatal", "a whole number", shownValue(offset));
    else if (offset < 0) report(field, "rule", "0 or more", String(offset));
  }
  for (const [field, section] of [
    ["beginSection", beginSection],
    ["endSection", endSection],
  ] as const) {
    if (typeof section !== "string") report(field, "fatal", "a text", shownValue(section));
    else if (!SNIPPET_SECTIONS.some((known) => known === section))
      report(field, "rule", "title or abstract", shownValue(section));
  }
  if (beginSection !== endSection) report("endSection", "rule", "the same as beginSection", shownValue(endSection));
  if (typeof start !== "number" || typeof end !== "number") return;
  if (end <= start) report("offsetInEndSection", "rule", `more than ${start}`, String(end));
  else if (typeof text === "string" && text.length !== end - start)
    report("text", "rule", `${end - start} characters, as the offsets say`, `${text.length} characters`);
}

function missingParts(entry: Json, type: unknown, phase: BioasqPhase | undefined): [field: string, why: string][] {
  const missing: [string, string][] = [];
  const isEmpty = (field: string) => Array.isArray(entry[field]) && entry[field].length === 0;
  if (phase !== "B" && isEmpty("documents")) missing.push(["documents", "none"]);
  if (phase === "A" && isEmpty("snippets")) missing.push(["snippets", "none"]);
  const ideal = entry.ideal_answer;
  if (ideal === NO_EVIDENCE_ANSWER || (typeof ideal === "string" && ideal.trim() === ""))
    missing.push(["ideal_answer", "no answer"]);
  if (isEmpty("exact_answer")) missing.push(["exact_answer", "no entries"]);
  if (phase === "A" || phase === undefined) return missing;
  if (entry.ideal_answer === undefined) missing.push(["ideal_answer", "no key"]);
  if (type !== "summary" && entry.exact_answer === undefined) missing.push(["exact_answer", "no key"]);
  return missing;
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
