import { scoreArchehr } from "../evaluation/archehr-scorer.ts";
import { readArchehrSubmission } from "../evaluation/read-archehr-submission.ts";
import { sheetAsMarkdown } from "../evaluation/score-sheet.ts";
import type { ArchehrCase } from "../formats/archehr-case.ts";
import { readArchehrKey } from "../formats/archehr-key.ts";
import type { ArchehrSubtask } from "../formats/archehr-submission.ts";
import { archehrFiles } from "./archehr-result.ts";
import { readInput } from "./read-input.ts";
import type { ResultLine } from "./result-line.ts";

const NUMBER = { "1": 1, "2": 2, "3": 3, "4": 4 } as const;

/** Score a finished run against a key file. In: the key, cases, lines, subtasks. Out: a Markdown table a subtask. */
export const scoreAgainstKey = async (
  keyFile: string,
  cases: readonly ArchehrCase[],
  lines: readonly ResultLine[],
  subtasks: readonly ArchehrSubtask[],
): Promise<string> => {
  const ids = new Set(cases.map(({ id }) => id));
  const key = readArchehrKey(readInput(keyFile, "--key"), keyFile).filter(({ caseId }) => ids.has(caseId));
  const scored = cases.map(({ id, narrative, clinicianQuestion }) => ({ id, narrative, clinicianQuestion }));
  const tables: string[] = [];
  for (const subtask of subtasks) {
    if (subtask === "4" && !cases.every(({ answerSentences }) => answerSentences.length > 0)) {
      tables.push("## Subtask 4\n\nNot scored: it scores the alignment of given answer sentences, and these cases have none.");
      continue;
    }
    const [file] = archehrFiles(cases, lines, [subtask]);
    const submission = readArchehrSubmission(String(file?.content), file?.name ?? "submission");
    const sheet = await scoreArchehr(NUMBER[subtask], { cases: scored, key, submission });
    tables.push(`## Subtask ${subtask}\n\n${sheetAsMarkdown(sheet)}`);
  }
  return tables.join("\n\n");
};
