import { InputFault } from "../formats/input-fault.ts";
import { parseJsonText } from "../formats/json-text.ts";
import { shownValue } from "../formats/shown-value.ts";
import { plainIssue } from "../text/plain-issue.ts";
import { BioasqQuestions, type ScoredQuestion } from "./bioasq-questions.ts";

/**
 * Read a golden file or a submission of BioASQ as far as scoring looks.
 *
 * In: the file's text, its name; whether an id that repeats is refused (a submission) or kept (old training files hold a question twice).
 * Out: its questions in order, read leniently. Throws InputFault naming question and field: not JSON, no `questions`, none in it, a value that no version of the evaluator reads.
 */
export function readScoredQuestions(text: string, file: string, repeatedIds: "refuse" | "keep"): ScoredQuestion[] {
  const raw = parseJsonText(text, file);
  const entries: unknown = typeof raw === "object" && raw !== null && "questions" in raw ? raw.questions : undefined;
  if (!Array.isArray(entries) || entries.length === 0)
    throw new InputFault({
      file,
      where: "line 1",
      field: "questions",
      expected: "{ questions: [...] } with at least one question",
      found: Array.isArray(entries) ? "none" : shownValue(raw),
    });
  const parsed = BioasqQuestions.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0] ?? { path: [], message: "another form" };
    const [, index, ...field] = issue.path;
    throw new InputFault({
      file,
      where: placeOf(entries[Number(index)], Number(index)),
      field: field.join(".") || "question",
      expected: `another form (${plainIssue(issue)}); evigraph validate lists every fault, evigraph repair mends most`,
    });
  }
  const seen = new Set<string>();
  for (const { id } of parsed.data) {
    if (seen.has(id) && repeatedIds === "refuse")
      throw new InputFault({
        file,
        where: `question "${id}"`,
        field: "id",
        expected: "every id once",
        found: "a second question",
      });
    seen.add(id);
  }
  return parsed.data;
}

function placeOf(entry: unknown, index: number): string {
  const id = typeof entry === "object" && entry !== null && "id" in entry ? entry.id : undefined;
  return typeof id === "string" && id !== "" ? `question "${id}"` : `question number ${index + 1}`;
}
