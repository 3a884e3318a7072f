import { validateArchehr } from "../formats/archehr-validate.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { readBioasqQuestions } from "../formats/bioasq-questions.ts";
import { validateBioasq } from "../formats/bioasq-validate.ts";
import { parseJsonText } from "../formats/json-text.ts";
import type { Validation } from "../formats/problem.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import type { ValidateOptions } from "./commands/validate.ts";
import { NOTICE } from "./notice.ts";
import { printJson } from "./print-json.ts";
import { readInput, readSubmission } from "./read-input.ts";
import { refuseIdle } from "./refuse-idle.ts";
import { say } from "./visible-text.ts";

/**
 * Check a submission against every rule of its shared task.
 *
 * Out: exit code 0 when the official scorer accepts it and no rule is broken (padded items are listed as incomplete), 2 when it is not valid.
 */
export const runValidate = async (submission: string, options: ValidateOptions): Promise<ExitCode> => {
  const text = readSubmission(submission, "submission");
  const { problems, incomplete } = check(text, submission, options);
  if (options.json) {
    printJson({ notice: NOTICE, valid: problems.length === 0, problems, incomplete });
  } else {
    const lines = [
      ...problems.map(
        ({ item, field, is, expected, found }) =>
          `${is}: ${item === "" ? submission : item}, ${field}: expected ${expected}, found ${found}`,
      ),
      ...incomplete.map(({ item, field, why }) => `incomplete: ${item}, ${field}: ${why}`),
      problems.length === 0
        ? `Valid. ${incomplete.length === 0 ? "Every item is complete." : `${incomplete.length} incomplete.`}`
        : `Not valid: ${problems.filter(({ is }) => is === "fatal").length} faults on which the official scorer stops, ${problems.filter(({ is }) => is === "rule").length} broken rules.`,
      NOTICE,
    ];
    say(...lines);
  }
  return problems.length === 0 ? EXIT.done : EXIT.wrongInput;
};

const check = (text: string, submission: string, options: ValidateOptions): Validation => {
  const { phase, cases, subtask } = options;
  if (options.as === "bioasq") refuseIdle("validate", "with --as bioasq", { "--cases": cases, "--subtask": subtask });
  else refuseIdle("validate", "with --as archehr", { "--questions": options.questions, "--phase": phase });
  const parsed = parseJsonText(text, submission);
  if (options.as === "bioasq") {
    if (options.questions === undefined)
      throw wrong("validate --as bioasq: --questions FILE is missing; it is the test set that the submission answers.");
    const questions = readBioasqQuestions(readInput(options.questions, "--questions"), options.questions);
    return validateBioasq(questions, parsed, { phase: options.phase, source: text });
  }
  if (options.cases === undefined || options.subtask === undefined) {
    throw wrong("validate --as archehr: --cases FILE and --subtask N are both needed.");
  }
  return validateArchehr(options.subtask, readArchehrCases(readInput(options.cases, "--cases"), options.cases).cases, parsed);
};
