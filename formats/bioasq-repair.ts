import { fittingEnd, keepLimits } from "./bioasq-limits.ts";
import type { BioasqQuestion } from "./bioasq-questions.ts";
import { NO_EVIDENCE_ANSWER, SNIPPET_KEYS, SNIPPET_SECTIONS, sameEntry } from "./bioasq-rules.ts";
import { floatOffsets, validateBioasq } from "./bioasq-validate.ts";
import { oneLineAnswer } from "./one-line-answer.ts";
import type { Change, Validation } from "./problem.ts";
import { pmidOf, pubmedUrl } from "./pubmed-url.ts";
import { shownValue } from "./shown-value.ts";

type Json = Record<string, unknown>;
type Note = (field: string, was: unknown, is: string) => void;

/** A repaired submission, all that was changed, and what has more than one reading and so was left. */
export interface Repaired extends Validation {
  submission: unknown;
  changes: Change[];
}

/**
 * Mend a submission where a fault has one right reading: other forms of an article's URL, flat lists of answers, yes/no in a list or as true or false,
 * snippet keys in snake case, extra snippet keys, offsets as text, missing lists, line ends and `< 5` in an ideal answer, repeats, stray spaces. What is over a limit is cut from its end: lists are ranked.
 * In: the test set's questions, the parsed submission, its text (to list offsets such as 12.0). Out: the submission with every question in its place and every kept document and answer in its order, each change, and the problems
 * that remain. A value that it cannot read stays as it is.
 */
export function repairBioasq(questions: readonly BioasqQuestion[], submission: unknown, source = ""): Repaired {
  const changes: Change[] = floatOffsets(source).map(({ line, found }) => ({
    item: "",
    field: `line ${line}`,
    was: found,
    is: "a whole number",
  }));
  const whole: Json = isRecord(submission) ? { ...submission } : {};
  if (Array.isArray(submission)) {
    whole.questions = submission;
    changes.push({ item: "", field: "file", was: "a list", is: "{ questions: [...] }" });
  }
  if (!Array.isArray(whole.questions)) return { submission, changes, ...validateBioasq(questions, submission) };
  const types = new Map(questions.map((question) => [question.id, question.type]));
  const entries: unknown[] = whole.questions;
  whole.questions = entries.map((entry, index) => {
    if (!isRecord(entry)) return entry;
    const item = typeof entry.id === "string" || typeof entry.id === "number" ? String(entry.id) : `question number ${index + 1}`;
    const note: Note = (field, was, is) => changes.push({ item, field, was: shownValue(was), is });
    const type = types.get(item);
    return keepLimits(repairQuestion(entry, type, note), type ?? entry.type, note);
  });
  return { submission: whole, changes, ...validateBioasq(questions, whole) };
}

/**
 * Mend one question of a submission, as repairBioasq does, without cutting what is over a limit.
 * In: the question, its type in the test set (undefined: as the question says), where to note a change. Out: a new question.
 */
export function repairQuestion(question: Json, knownType: string | undefined, note: Note): Json {
  const mended: Json = { ...question };
  const set = (field: string, value: unknown, is: string) => {
    note(field, mended[field], is);
    mended[field] = value;
  };
  if (typeof mended.id === "number") set("id", String(mended.id), "the same as text");
  if (knownType !== undefined && mended.type !== undefined && mended.type !== knownType)
    set("type", knownType, shownValue(knownType));
  for (const field of ["documents", "snippets"]) {
    if (mended[field] === undefined || mended[field] === null) set(field, [], "an empty list");
  }
  if (Array.isArray(mended.documents)) mended.documents = repairDocuments(mended.documents, note);
  if (Array.isArray(mended.snippets))
    mended.snippets = mended.snippets.map((snippet: unknown, index) => repairSnippet(snippet, `snippets[${index}]`, note));
  const type = knownType ?? mended.type;
  if ("exact_answer" in mended) repairExact(mended, type, note);
  if ("ideal_answer" in mended) mended.ideal_answer = repairIdeal(mended.ideal_answer, note);
  return mended;
}

function repairDocuments(documents: readonly unknown[], note: Note): unknown[] {
  const seen = new Set<unknown>();
  return documents.flatMap((document, index) => {
    const url = repairUrl(document, `documents[${index}]`, note);
    if (seen.has(url)) {
      note(`documents[${index}]`, url, "left out: a repeat");
      return [];
    }
    seen.add(url);
    return [url];
  });
}

function repairUrl(document: unknown, field: string, note: Note): unknown {
  const pmid = typeof document === "string" || typeof document === "number" ? pmidOf(String(document)) : undefined;
  const url = pmid === undefined ? document : pubmedUrl(pmid);
  if (url !== document) note(field, document, shownValue(url));
  return url;
}

function repairSnippet(snippet: unknown, field: string, note: Note): unknown {
  if (!isRecord(snippet)) return snippet;
  const mended: Json = {};
  for (const [key, value] of Object.entries(snippet)) {
    const name = key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
    if (!SNIPPET_KEYS.some((known) => known === name)) note(`${field}.${key}`, value, "left out: not a key of a snippet");
    else if (name !== key && name in snippet) note(`${field}.${key}`, value, `left out: ${name} is there`);
    else {
      if (name !== key) note(`${field}.${key}`, value, `the key ${name}`);
      mended[name] = repairSnippetValue(name, value, `${field}.${name}`, note);
    }
  }
  const { text, offsetInBeginSection: start, offsetInEndSection: end } = mended;
  if (typeof text === "string" && typeof start === "number" && typeof end === "number") {
    const fitting = fittingEnd(start, end, text);
    if (fitting !== end) note(`${field}.offsetInEndSection`, end, `${fitting}, where its text ends`);
    mended.offsetInEndSection = fitting;
  }
  return mended;
}

function repairSnippetValue(name: string, value: unknown, field: string, note: Note): unknown {
  if (name === "document") return repairUrl(value, field, note);
  if (name === "text" && value === null) {
    note(field, value, "an empty text; the evaluator reads offsets only");
    return "";
  }
  if (name.startsWith("offset") && typeof value === "string" && /^\s*\d{1,9}(?:\.0+)?\s*$/u.test(value)) {
    note(field, value, "the same as a number");
    return Number(value);
  }
  if (name.endsWith("Section") && typeof value === "string") {
    const section = SNIPPET_SECTIONS.find((known) => known === value.trim().toLowerCase());
    if (section !== undefined && section !== value) note(field, value, section);
    return section ?? value;
  }
  return value;
}

function repairExact(question: Json, type: unknown, note: Note): void {
  const was = question.exact_answer;
  const is = type === "yesno" ? yesNo(was) : type === "factoid" || type === "list" ? groups(was) : was;
  if (type === "summary" || is === null) {
    note("exact_answer", was, type === "summary" ? "left out: a summary has none" : "left out: no answer");
    delete question.exact_answer;
    return;
  }
  if (JSON.stringify(is) !== JSON.stringify(was)) note("exact_answer", was, shownValue(is));
  question.exact_answer = is;
}

function yesNo(value: unknown): unknown {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.length === 1) return yesNo(value[0]);
  if (typeof value !== "string") return value;
  const said = new Set(value.toLowerCase().match(/\b(?:yes|no|not|maybe|unknown|unclear)\b/gu));
  const [first] = said;
  return said.size === 1 && (first === "yes" || first === "no") && value.trim().toLowerCase().startsWith(first) ? first : value;
}

function groups(value: unknown): unknown {
  if (!Array.isArray(value)) return typeof value === "string" && value.trim() !== "" ? groups([value]) : value;
  const seen = new Set<string>();
  return value.flatMap((group: unknown) => {
    const forms: unknown[] = (Array.isArray(group) ? group : [group]).map((form: unknown) =>
      typeof form === "string" || typeof form === "number" ? String(form).trim() : form,
    );
    const said = [...new Set(forms)].filter((form) => form !== "" && form !== null);
    const entry = said.map((form) => (typeof form === "string" ? sameEntry(form) : JSON.stringify(form))).join("\n");
    if (said.length === 0 || seen.has(entry)) return [];
    seen.add(entry);
    return [said];
  });
}

function repairIdeal(value: unknown, note: Note): unknown {
  const texts: unknown[] = Array.isArray(value) ? value.filter((text: unknown) => text !== "" && text !== null) : [value];
  const [text] = texts;
  if (value === null || texts.length === 0) {
    note("ideal_answer", value, shownValue(NO_EVIDENCE_ANSWER));
    return NO_EVIDENCE_ANSWER;
  }
  if (texts.length > 1 || typeof text !== "string") return value;
  const line = oneLineAnswer(text);
  if (line !== value) note("ideal_answer", value, `one line of ${line.length} characters`);
  return line;
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
