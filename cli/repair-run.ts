import { readBioasqQuestions } from "../formats/bioasq-questions.ts";
import { repairBioasq } from "../formats/bioasq-repair.ts";
import { parseJsonText } from "../formats/json-text.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import type { RepairOptions } from "./commands/repair.ts";
import { printJson } from "./print-json.ts";
import { readInput } from "./read-input.ts";
import { say } from "./visible-text.ts";
import { writeWhole } from "./write-whole.ts";

/** Largest submission (bytes); public ones have less than one million. */
const LARGEST_FILE = 96_000_000;

/**
 * Mend a submission where a fault has one right reading.
 *
 * In: the submission, --questions, --out. Out: exit code 0 when the result is valid, 1 when a fault remains; every change is
 * listed, and last every fault that is left to the author.
 * A file that holds no questions cannot be mended: exit 2, and nothing is written.
 */
export const runRepair = (submission: string, { questions: questionsFile, out, json }: RepairOptions): ExitCode => {
  if (submission === "-" && questionsFile === "-") throw wrong("repair: only one file can be standard input (-).");
  const questions = readBioasqQuestions(readInput(questionsFile, "--questions", LARGEST_FILE), questionsFile);
  const text = readInput(submission, "submission", LARGEST_FILE);
  const repaired = repairBioasq(questions, parseJsonText(text, submission), text);
  const { changes, problems, incomplete } = repaired;
  const [whole] = problems;
  if (!holdsQuestions(repaired.submission))
    throw wrong(
      `${submission}: expected { questions: [...] }${whole === undefined ? "" : `, found ${whole.found}`}; this cannot be mended.`,
    );
  writeWhole(out, `${JSON.stringify(repaired.submission, null, 2)}\n`);
  if (json) printJson({ out, changes, problems, incomplete });
  else {
    const named = (item: string) => (item === "" ? submission : item);
    const lines = [
      ...changes.map(({ item, field, was, is }) => `changed: ${named(item)}, ${field}: ${was} -> ${is}`),
      ...incomplete.map(({ item, field, why }) => `incomplete: ${named(item)}, ${field}: ${why}`),
      ...problems.map(
        ({ item, field, is, expected, found }) => `left (${is}): ${named(item)}, ${field}: expected ${expected}, found ${found}`,
      ),
      `Written: ${out} (${changes.length} changes; ${problems.length === 0 ? "valid" : `${problems.length} faults left to the author`})`,
    ];
    say(...lines);
  }
  return problems.length === 0 ? EXIT.done : EXIT.someFailed;
};

const holdsQuestions = (submission: unknown): boolean =>
  typeof submission === "object" && submission !== null && "questions" in submission && Array.isArray(submission.questions);
