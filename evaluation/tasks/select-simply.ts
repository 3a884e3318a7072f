import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readArchehrKey } from "../../formats/archehr-key.ts";
import { writeArchehr } from "../../formats/archehr-submission.ts";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { isHeading } from "../../text/is-heading.ts";
import { scoreArchehr } from "../archehr-scorer.ts";
import { closeSheet, joinSheets, openSheet, setItem, setMeasure } from "../measure-items.ts";
import { overlapOfCounts } from "../measures/set-overlap.ts";
import { overlapCounts, sumOverlap } from "../measures/sum-overlap.ts";
import { readClaimPairs } from "../read-claim-pairs.ts";
import type { ScoreSheet } from "../score-sheet.ts";
import { bestCut, type Cut, chooseBy, type ScoredItem, SIMPLE, simpleScores } from "../simple-evidence.ts";
import type { TaskResult, TaskRun } from "../task.ts";

const Settings = z.object({
  by: z.enum(SIMPLE),
  claims: z.string().optional().describe("SciFact's claims, or else cases and their key."),
  cases: z.string().optional(),
  key: z.string().optional(),
});

/** An item with the questions that a rule may go by; sentences that may be chosen. */
type Item = { id: string; questions: string[]; sentences: { id: string; text: string }[]; gold: Set<number> };
type Chosen = { question: number; cut: Cut; selected: number[][] };

/**
 * Find evidence sentences by a simple rule, as the line that a system must beat.
 *
 * In: SciFact's claims, or cases with their key (headings are no candidates). Out: the measures of evidence (subtask 2 for cases), with the cut, and of a case's two questions the one, by which the rule does best on
 * these very items: an upper bound. The choice stands in the settings. No model is asked but the encoder.
 */
export async function selectSimply({ folder, settings: given, parts, tick, signal }: TaskRun): Promise<TaskResult> {
  const settings = Settings.parse(given);
  const items = settings.claims === undefined ? caseItems(folder, settings) : claimItems(folder, settings.claims);
  const perQuestion: ScoredItem[][] = [];
  const embed = (texts: readonly string[]) => parts.embed([...texts], { signal });
  for (const [at, { questions, sentences, gold }] of items.entries()) {
    for (const [which, question] of questions.entries()) {
      const texts = sentences.map(({ text }) => text);
      perQuestion[which] ??= [];
      perQuestion[which].push({ scores: await simpleScores(settings.by, question, texts, embed), gold });
    }
    tick(at + 1, items.length);
  }
  const chosen = choiceOf(perQuestion);
  const sheet = settings.claims === undefined ? await caseSheet(folder, settings, items, chosen) : pairSheet(items, chosen);
  const { question, cut } = chosen;
  const told = settings.claims === undefined ? { question: QUESTIONS[question] } : {};
  return { sheet, settings: { ...settings, ...told, ...cut }, fallbacks: [], usage: [], failed: [] };
}

const QUESTIONS = ["narrative", "clinicianQuestion"] as const;

const choiceOf = (perQuestion: readonly (readonly ScoredItem[])[]): Chosen => {
  const best = perQuestion
    .map((scored, question) => ({ question, scored, ...bestCut(scored) }))
    .reduce((top, one) => (one.f1 > top.f1 ? one : top));
  return { question: best.question, cut: best.cut, selected: best.scored.map(({ scores }) => chooseBy(scores, best.cut)) };
};

const claimItems = (folder: string, claims: string): Item[] =>
  readClaimPairs(folder, claims, undefined).map(({ id, claim, sentences, gold }) => ({
    id,
    questions: [claim],
    sentences: sentences.map((text, at) => ({ id: String(at), text })),
    gold,
  }));

const casesOf = (folder: string, { cases: casesFile = "", key: keyFile = "" }: z.infer<typeof Settings>) => ({
  cases: readArchehrCases(readFileSync(join(folder, casesFile), "utf8"), casesFile).cases,
  key: readArchehrKey(readFileSync(join(folder, keyFile), "utf8"), keyFile),
});

const caseItems = (folder: string, settings: z.infer<typeof Settings>): Item[] => {
  const { cases, key } = casesOf(folder, settings);
  return cases.map(({ id, narrative, clinicianQuestion, sentences }) => {
    const own = sentences.filter(({ text }) => !isHeading(text));
    const relevance = key.find(({ caseId }) => caseId === id)?.relevance;
    const gold = new Set(own.flatMap((sentence, at) => (relevance?.get(sentence.id) === "essential" ? [at] : [])));
    return { id, questions: [narrative, clinicianQuestion ?? narrative], sentences: own, gold };
  });
};

const caseSheet = async (
  folder: string,
  settings: z.infer<typeof Settings>,
  items: readonly Item[],
  { selected }: Chosen,
): Promise<ScoreSheet> => {
  const { cases, key } = casesOf(folder, settings);
  const evidence = new Map(
    items.map(({ id, sentences }, at) => [id, selected[at]!.map((index) => sentences[index]!.id)] as const), // as many as items
  );
  const { text } = writeArchehr(cases, { subtask: "2", evidence });
  const submission = JSON.parse(text);
  const scored = cases.map(({ id, narrative, clinicianQuestion }) => ({ id, narrative, clinicianQuestion }));
  return joinSheets([{ prefix: "subtask_2_", sheet: await scoreArchehr(2, { cases: scored, key, submission }) }]);
};

const pairSheet = (items: readonly Item[], { selected }: Chosen): ScoreSheet => {
  const sheet = openSheet();
  const counts = items.map(({ gold }, at) => overlapCounts(selected[at]!, gold)); // as many as items
  for (const [at, { id }] of items.entries()) setItem(sheet, id, "f1", overlapOfCounts(counts[at]!).f1);
  for (const part of ["precision", "recall", "f1"] as const)
    setMeasure(sheet, `micro_${part}`, counts, (some) => overlapOfCounts(sumOverlap(some))[part]);
  return closeSheet(sheet, []);
};
