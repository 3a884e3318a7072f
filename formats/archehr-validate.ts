import { countWords, pythonTrim } from "../text/python-whitespace.ts";
import type { ArchehrCase } from "./archehr-case.ts";
import { ARCHEHR_WORD_LIMITS, type ArchehrSubtask, paddingFor, UNANSWERED } from "./archehr-submission.ts";
import type { Incomplete, Problem, Validation } from "./problem.ts";
import { shownValue } from "./shown-value.ts";

type Report = (field: string, is: Problem["is"], expected: string, found: string) => void;

/**
 * Check a submission against the official rules of a subtask.
 * In: the subtask, the split's cases, the parsed submission.json. Out: every fault with case and field, and the items that hold padding (valid, but no answer).
 * Sentence ids are checked where the case has sentences.
 */
export function validateArchehr(subtask: ArchehrSubtask, cases: readonly ArchehrCase[], submission: unknown): Validation {
  const problems: Problem[] = [];
  const incomplete: Incomplete[] = [];
  const reportFor =
    (item: string): Report =>
    (field, is, expected, found) => {
      problems.push({ item, field, is, expected, found });
    };
  if (!Array.isArray(submission)) {
    reportFor("")("file", "fatal", "a list of { case_id, prediction }", shownValue(submission));
    return { problems, incomplete };
  }
  const byId = new Map(cases.map((one) => [one.id, one]));
  const seen = new Set<string>();
  const entries: unknown[] = submission;
  for (const [index, entry] of entries.entries()) {
    const id = isRecord(entry) ? entry.case_id : undefined;
    const one = typeof id === "string" ? byId.get(id) : undefined;
    if (!isRecord(entry) || !one) {
      refuseEntry(entry, id, typeof id === "string" ? reportFor(id) : reportFor(`entry ${index + 1}`));
      continue;
    }
    if (seen.has(one.id)) reportFor(one.id)("case_id", "fatal", "every case once", "a second entry");
    seen.add(one.id);
    checkEntry(subtask, one, entry, reportFor(one.id));
    const why = paddingIn(subtask, one, entry.prediction);
    if (why) incomplete.push({ item: one.id, field: "prediction", why });
  }
  for (const { id } of cases) if (!seen.has(id)) reportFor(id)("case_id", "fatal", "an entry for every case", "none");
  return { problems, incomplete };
}

function refuseEntry(entry: unknown, id: unknown, report: Report): void {
  if (!isRecord(entry)) report("entry", "fatal", "{ case_id, prediction }", shownValue(entry));
  else if (typeof id !== "string") report("case_id", "fatal", "a string", shownValue(id));
  else report("case_id", "fatal", "a case of the split", shownValue(id));
}

function checkEntry(subtask: ArchehrSubtask, one: ArchehrCase, entry: Record<string, unknown>, report: Report): void {
  for (const key of Object.keys(entry)) {
    if (key !== "case_id" && key !== "prediction") report(key, "rule", "only case_id and prediction", "an extra key");
  }
  const prediction = entry.prediction;
  if (subtask === "1" || subtask === "3") checkText(prediction, ARCHEHR_WORD_LIMITS[subtask], report);
  else if (subtask === "2") checkIds(prediction, one, "prediction", report);
  else if (Array.isArray(prediction)) checkAlignment(prediction, one, report);
  else report("prediction", "fatal", "a list of { answer_id, evidence_id }", shownValue(prediction));
}

function checkText(prediction: unknown, limit: number, report: Report): void {
  if (typeof prediction !== "string") report("prediction", "fatal", "a string", shownValue(prediction));
  else if (pythonTrim(prediction) === "") report("prediction", "fatal", "a text", "an empty one");
  else if (countWords(prediction) > limit)
    report("prediction", "rule", `at most ${limit} words`, `${countWords(prediction)} words`);
}

function checkIds(ids: unknown, one: ArchehrCase, field: string, report: Report): void {
  if (!Array.isArray(ids)) {
    report(field, "fatal", "a list of sentence ids", shownValue(ids));
    return;
  }
  const sentences = new Set(one.sentences.map((sentence) => sentence.id));
  const seen = new Set<string>();
  for (const id of ids) {
    if (typeof id !== "string") report(field, "fatal", "ids that are strings", shownValue(id));
    else if (sentences.size > 0 && !sentences.has(id)) report(field, "fatal", "ids of the case's sentences", shownValue(id));
    else if (seen.has(id)) report(field, "rule", "every id once", `${shownValue(id)} again`);
    else seen.add(id);
  }
}

function checkAlignment(prediction: readonly unknown[], one: ArchehrCase, report: Report): void {
  const answers = new Set(one.answerSentences.map((sentence) => sentence.id));
  const seen = new Set<string>();
  for (const pair of prediction) {
    if (!isRecord(pair)) {
      report("prediction", "fatal", "{ answer_id, evidence_id }", shownValue(pair));
      continue;
    }
    const id = pair.answer_id;
    if (typeof id !== "string") report("answer_id", "fatal", "a string", shownValue(id));
    else if (answers.size > 0 && !answers.has(id))
      report("answer_id", "fatal", "ids of the case's answer sentences", shownValue(id));
    else if (seen.has(id)) report("answer_id", "rule", "every answer sentence once", `${shownValue(id)} again`);
    else seen.add(id);
    checkIds(pair.evidence_id, one, `evidence_id of ${shownValue(id)}`, report);
  }
  for (const id of answers)
    if (!seen.has(id)) report("answer_id", "rule", "an entry for every answer sentence", `none for ${shownValue(id)}`);
}

function paddingIn(subtask: ArchehrSubtask, one: ArchehrCase, prediction: unknown): string | undefined {
  if (subtask === "1") return prediction === paddingFor(one, "1") ? "the message's own first question" : undefined;
  if (subtask === "3") return prediction === UNANSWERED ? "no answer" : undefined;
  if (!Array.isArray(prediction)) return undefined;
  if (subtask === "2") return prediction.length === 0 ? "no evidence" : undefined;
  const unsupported = prediction.every(
    (pair) => isRecord(pair) && Array.isArray(pair.evidence_id) && pair.evidence_id.length === 0,
  );
  return unsupported ? "no answer sentence has evidence" : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
