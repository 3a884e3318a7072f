import { scorePhaseA, scorePhaseAHonestly } from "./bioasq-phase-a.ts";
import { scorePhaseB, scorePhaseBHonestly } from "./bioasq-phase-b.ts";
import { type BioasqVersion, pairQuestions, type ScoredQuestion } from "./bioasq-questions.ts";
import { scoreIdealAnswers } from "./bioasq-rouge.ts";
import { closeSheet, openSheet } from "./measure-items.ts";
import type { ScoreSheet } from "./score-sheet.ts";
import { ScoringFault } from "./scoring-fault.ts";
import { mean } from "./statistics/mean.ts";

export type BioasqPart = "documents" | "exactAnswers" | "idealAnswers";

/**
 * Score a BioASQ submission: the official measures, equal to the organisers' evaluator, and honest ones (`honest_…`) beside them.
 *
 * In: the questions of the golden file and of the submission (`readScoredQuestions`); the version of the rules; the parts to score
 * (default: those of which the submission says something). Out: a score sheet, 0-1; `missing` are gold ids without a submitted question.
 * If the golden file has no question, or the submission nothing to score: a ScoringFault.
 * @cite krithara2023bioasq
 */
export function scoreBioasq(
  gold: readonly ScoredQuestion[],
  submission: readonly ScoredQuestion[],
  { version = 9, parts = partsOf(submission) }: { version?: BioasqVersion; parts?: readonly BioasqPart[] } = {},
): ScoreSheet {
  if (gold.length === 0) throw new ScoringFault("The golden file has no questions.");
  if (parts.length === 0)
    throw new ScoringFault("The submission has neither documents, snippets, exact answers nor ideal answers.");
  const sheet = openSheet();
  const pairs = pairQuestions(gold, submission);
  const missing = pairs.filter(({ response }) => !response).map((pair) => pair.gold.id);
  for (const { key } of pairs) sheet.perItem.set(key, new Map());
  if (parts.includes("documents")) {
    scorePhaseA(sheet, pairs, version);
    scorePhaseAHonestly(sheet, pairs);
  }
  if (parts.includes("exactAnswers")) {
    scorePhaseB(sheet, pairs, version);
    scorePhaseBHonestly(sheet, pairs);
  }
  if (parts.includes("idealAnswers")) scoreIdealAnswers(sheet, pairs, submission);
  const repeated = pairs.filter(({ key, gold: question }) => key !== question.id).map(({ gold: question }) => question.id);
  if (repeated.length > 0) sheet.notes.push(`Gold holds questions twice, each is scored: ${repeated.join(", ")}.`);
  if (missing.length > 0)
    sheet.notes.push(
      `${missing.length} of ${gold.length} questions are missing: the official measures skip them, which flatters; the honest_ measures count them 0.`,
    );
  sheet.notes.push(
    ...unknownNote(gold, submission),
    ...flatNote(submission, version),
    regimeNote(gold),
    `Rules of the official evaluator, version ${version}.`,
  );
  return closeSheet(sheet, missing);
}

function partsOf(submission: readonly ScoredQuestion[]): BioasqPart[] {
  const parts: BioasqPart[] = [];
  if (submission.some(({ documents, snippets }) => documents || snippets)) parts.push("documents");
  if (submission.some(({ exactAnswer }) => exactAnswer)) parts.push("exactAnswers");
  if (submission.some(({ idealAnswers }) => idealAnswers)) parts.push("idealAnswers");
  return parts;
}

function unknownNote(gold: readonly ScoredQuestion[], submission: readonly ScoredQuestion[]): string[] {
  const known = new Set(gold.map(({ id }) => id));
  const unknown = submission.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  return unknown.length === 0 ? [] : [`Submitted questions that the golden file lacks (not scored): ${unknown.join(", ")}.`];
}

function flatNote(submission: readonly ScoredQuestion[], version: BioasqVersion): string[] {
  const flat = submission.filter(({ exactAnswer }) => exactAnswer && exactAnswer.flat.length > 0).map(({ id }) => id);
  if (version === 2 || flat.length === 0) return [];
  return [
    `The official evaluator refuses flat lists as exact answers; here each name was read as one entry: ${flat.join(", ")}.`,
  ];
}

/** Scores of the two gold regimes cannot be compared, so a result says which one it is near. */
function regimeNote(gold: readonly ScoredQuestion[]): string {
  const perQuestion = mean(gold.map(({ documents }) => documents?.length ?? 0));
  const regime = perQuestion < BETWEEN_REGIMES ? "preliminary (about 3)" : "enriched (about 17-24)";
  return `Gold regime: ${perQuestion.toFixed(1)} documents a question, nearest to ${regime}; compare only scores on the same gold.`;
}

/** Documents a question (count): the geometric middle of about 3 and about 20. */
const BETWEEN_REGIMES = 7.7;
