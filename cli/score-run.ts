import { scoreArchehr } from "../evaluation/archehr-scorer.ts";
import { scoreBioasq } from "../evaluation/bioasq-scorer.ts";
import { readArchehrSubmission } from "../evaluation/read-archehr-submission.ts";
import { readScoredQuestions } from "../evaluation/read-scored-questions.ts";
import type { ScoreSheet } from "../evaluation/score-sheet.ts";
import { itemsAsCsv, itemsAsMarkdown, sheetAsCsv, sheetAsJson, sheetAsMarkdown } from "../evaluation/score-sheet.ts";
import { ScoringFault } from "../evaluation/scoring-fault.ts";
import { scoreTrec } from "../evaluation/trec-scorer.ts";
import { readArchehrKey } from "../formats/archehr-key.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { readQrels } from "../formats/qrels.ts";
import { readTrecRun } from "../formats/trec-run.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import type { ScoreArchehrOptions, ScoreBioasqOptions, ScoreTrecOptions, ShowOptions } from "./commands/score.ts";
import { NOTICE } from "./notice.ts";
import { readInput, readSubmission } from "./read-input.ts";
import { tellNotice } from "./tell-notice.ts";

/** Largest file of cases, gold or answers (bytes): the whole BioASQ training set has about half of it. */
const LARGEST_FILE = 96_000_000;

/** Score a BioASQ submission. In: --gold, --submission, --version. Out: the sheet on stdout; a loud line on stderr when questions are missing. */
export const scoreBioasqFile = (options: ScoreBioasqOptions): ExitCode => {
  const { gold, submission } = options;
  refuseTwoStandardInputs(gold, submission);
  const version = ({ "2": 2, "3": 3, "5": 5, "8": 8, "9": 9 } as const)[options.version];
  const golden = readScoredQuestions(readInput(gold, "--gold", LARGEST_FILE), gold, "keep");
  const answered = readScoredQuestions(readInput(submission, "--submission", LARGEST_FILE), submission, "refuse");
  const ids = new Set(golden.map(({ id }) => id));
  if (!answered.some(({ id }) => ids.has(id)))
    throw wrong(`--submission ${submission}: it answers no question of --gold ${gold}; it is of another test set.`);
  return show(scoreBioasq(golden, answered, { version }), options, 4);
};

/** Score one subtask of ArchEHR-QA. In: --cases, --key, --subtask, --submission, --year, --citations. Out: the sheet on stdout, 0-100. */
export const scoreArchehrFile = async (options: ScoreArchehrOptions): Promise<ExitCode> => {
  refuseTwoStandardInputs(options.cases, options.key, options.submission);
  const { cases } = readArchehrCases(readInput(options.cases, "--cases", LARGEST_FILE), options.cases);
  const key = readArchehrKey(readInput(options.key, "--key", LARGEST_FILE), options.key);
  const known = new Set(cases.map(({ id }) => id));
  if (!key.some(({ caseId }) => known.has(caseId)))
    throw wrong(`--key ${options.key}: it has no case of --cases ${options.cases}; are both of the same split?`);
  const submission = readArchehrSubmission(readSubmission(options.submission, "--submission", LARGEST_FILE), options.submission);
  const subtask = ({ "1": 1, "2": 2, "3": 3, "4": 4 } as const)[options.subtask];
  const year = ({ "2025": 2025, "2026": 2026 } as const)[options.year];
  const scored = cases.map(({ id, narrative, clinicianQuestion }) => ({ id, narrative, clinicianQuestion }));
  try {
    const sheet = await scoreArchehr(subtask, { cases: scored, key, submission }, { year, citations: options.citations });
    return show(sheet, options, 2);
  } catch (error) {
    if (!(error instanceof ScoringFault)) throw error;
    throw wrong(`${error.message}\n(--submission ${options.submission}, --key ${options.key})`);
  }
};

/** Score a run. In: --qrels, --run, --measures. Out: the sheet on stdout, 0-1. */
export const scoreTrecFile = (options: ScoreTrecOptions): ExitCode => {
  const { qrels, run, measures } = options;
  refuseTwoStandardInputs(qrels, run);
  const judged = readQrels(readInput(qrels, "--qrels"), qrels);
  const retrieved = readTrecRun(readInput(run, "--run"), run);
  const queries = new Set(judged.map(({ query }) => query));
  if (!retrieved.some(({ query }) => queries.has(query)))
    throw wrong(
      `--run ${run}: ${retrieved.length === 0 ? "it is empty" : `it holds no query of --qrels ${qrels}; it is of another collection`}.`,
    );
  return show(scoreTrec(judged, retrieved, measures === undefined ? {} : { measures }), options, 4);
};

const refuseTwoStandardInputs = (...files: readonly string[]): void => {
  if (files.filter((file) => file === "-").length > 1) throw wrong("score: only one file can be standard input (-).");
};

const show = (sheet: ScoreSheet, { json, csv, perItem }: ShowOptions, digits: number): ExitCode => {
  if (sheet.missing.length > 0)
    process.stderr.write(
      `MISSING: ${sheet.missing.length} judged items are not in the file; the honest measures count them 0.\n`,
    );
  if (json) process.stdout.write(sheetAsJson(sheet));
  else if (csv) process.stdout.write(perItem ? itemsAsCsv(sheet) : sheetAsCsv(sheet));
  else {
    process.stdout.write(`${sheetAsMarkdown(sheet, digits)}${perItem ? `\n${itemsAsMarkdown(sheet, digits)}` : ""}`);
    process.stdout.write(`\n${NOTICE}\n`);
  }
  if (json || csv) tellNotice();
  return EXIT.done;
};
