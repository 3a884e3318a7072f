import { countWords } from "../text/python-whitespace.ts";
import { BIOASQ_LIMITS, sameEntry } from "./bioasq-rules.ts";
import type { Problem } from "./problem.ts";
import { shownValue } from "./shown-value.ts";

/** Notes one fault of an item: where, how bad, what was expected and found. */
export type Report = (field: string, is: Problem["is"], expected: string, found: string) => void;

/**
 * Check an exact answer against the rules of its question's type.
 * In: the answer as submitted, the type, where to report. Out: every fault is reported; nothing is returned.
 */
export function checkExact(answer: unknown, type: unknown, report: Report): void {
  if (answer === null || typeof answer === "boolean" || typeof answer === "number") {
    report("exact_answer", "fatal", type === "summary" ? "no exact answer" : "an answer or no key", shownValue(answer));
  } else if (type === "summary") report("exact_answer", "rule", "no exact answer for a summary", shownValue(answer));
  else if (type === "yesno") {
    if (typeof answer !== "string") report("exact_answer", "fatal", "yes or no", shownValue(answer));
    else if (answer !== "yes" && answer !== "no") report("exact_answer", "rule", "exactly yes or no", shownValue(answer));
  } else if (!Array.isArray(answer)) report("exact_answer", "fatal", 'a list of lists, [["a"], ["b"]]', shownValue(answer));
  else checkGroups(answer, type, report);
}

function checkGroups(groups: readonly unknown[], type: unknown, report: Report): void {
  const limit = type === "factoid" ? BIOASQ_LIMITS.factoids : BIOASQ_LIMITS.listEntries;
  if (groups.length > limit) report("exact_answer", "rule", `at most ${limit}`, String(groups.length));
  const seen = new Set<string>();
  for (const [index, group] of groups.entries()) {
    const field = `exact_answer[${index}]`;
    if (!Array.isArray(group)) report(field, "fatal", 'a list, as in [["a"], ["b"]]', shownValue(group));
    else {
      const [form] = group;
      if (group.some((one) => typeof one !== "string"))
        report(field, "fatal", "texts", shownValue(group.find((one) => typeof one !== "string")));
      else if (group.length !== 1)
        report(field, "rule", "one surface form (the evaluator reads the first)", `${group.length} forms`);
      else if (form.trim() === "") report(field, "rule", "a text", "an empty one");
      else if (form !== form.trim()) report(field, "rule", "no spaces around it (the evaluator does not trim)", shownValue(form));
      else if (form.length > BIOASQ_LIMITS.entryCharacters)
        report(field, "rule", `at most ${BIOASQ_LIMITS.entryCharacters} characters`, shownValue(form));
      else if (seen.has(sameEntry(form))) report(field, "rule", "every entry once", shownValue(form));
      else seen.add(sameEntry(form));
    }
  }
}

/**
 * Check an ideal answer.
 * In: the answer as submitted, where to report. Out: every fault is reported; nothing is returned.
 */
export function checkIdeal(answer: unknown, report: Report): void {
  if (Array.isArray(answer)) report("ideal_answer", "rule", "one text", shownValue(answer));
  else if (typeof answer !== "string") report("ideal_answer", "fatal", "a text", shownValue(answer));
  else {
    const words = countWords(answer);
    if (words > BIOASQ_LIMITS.idealWords)
      report("ideal_answer", "rule", `at most ${BIOASQ_LIMITS.idealWords} words`, `${words} words`);
    if (/[\r\n]/u.test(answer)) report("ideal_answer", "rule", "one line (the scorer cuts at the first line end)", "a line end");
    if (answer.includes("<"))
      report("ideal_answer", "rule", 'no "<" (the scorer cuts there)', `"<" at character ${answer.indexOf("<")}`);
  }
}
