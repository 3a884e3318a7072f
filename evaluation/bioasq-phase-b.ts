import type { BioasqVersion, ExactAnswer, QuestionPair } from "./bioasq-questions.ts";
import { type OpenSheet, setItem, setMeanOf, setMeasure } from "./measure-items.ts";
import { findMatch, listOverlap } from "./measures/list-overlap.ts";
import { reciprocalRank } from "./measures/reciprocal-rank.ts";
import { type YesNoPair, yesNoF1 } from "./measures/yes-no-f1.ts";

/**
 * Score exact answers as the official evaluator does.
 *
 * Formula: yes/no accuracy and F1, factoid strict and lenient accuracy and MRR, list P, R, F1, each a mean over questions of its type (0 without any).
 * In: a sheet, which is filled; pairs; the version. Out: `yesno_…`, `factoid_…`, `list_…`, 0-1.
 * Where the evaluator stops (a missing question before version 9), every one is "not computed" with the question named.
 * @cite krithara2023bioasq
 */
export function scorePhaseB(sheet: OpenSheet, pairs: readonly QuestionPair[], version: BioasqVersion): void {
  const stop = pairs.map((pair) => stopReason(pair, version)).find((reason) => reason !== undefined);
  if (stop !== undefined) {
    for (const name of PHASE_B_MEASURES)
      sheet.notComputed.set(name, `the official evaluator (version ${version}) stops: ${stop}`);
    return;
  }
  const scored = pairs.filter(({ gold, response }) => version !== 9 || (response && gold.exactAnswer));
  const yesNo: YesNoPair[] = [];
  for (const { key, gold, response } of scored) {
    const answer = response?.exactAnswer;
    if (gold.type === "yesno") {
      const pair = { gold: officialLabel(gold.exactAnswer) === "yes" ? "yes" : "no", answer: officialLabel(answer) };
      yesNo.push(pair);
      setItem(sheet, key, "yesno_accuracy", officialLabel(gold.exactAnswer) === pair.answer ? 1 : 0);
    }
    if (gold.type === "factoid") setFactoid(sheet, key, "factoid", officialRanks(gold.exactAnswer, answer, version));
    if (gold.type === "list") setList(sheet, key, "list", officialEntries(answer, version), gold.exactAnswer?.entries ?? []);
  }
  setMeans(sheet, "", yesNo, true);
  for (const name of PHASE_B_MEASURES) {
    if (sheet.measures.has(name)) continue;
    sheet.notComputed.delete(name);
    sheet.measures.set(name, { mean: 0, n: 0, low: 0, high: 0 }); // the evaluator prints 0 for a type without questions
  }
}

/**
 * Score exact answers without flattery.
 *
 * Formula: as the official measures, but a missing question or answer counts 0, a yes/no answer must be the word itself (a final period is allowed), a factoid has five entries
 * of one name, a list has 100, and macro F1 is over the labels that gold has.
 * In: a sheet, which is filled; pairs. Out: `honest_yesno_…`, `honest_factoid_…`, `honest_list_…`, 0-1. No question of a type: not computed.
 */
export function scorePhaseBHonestly(sheet: OpenSheet, pairs: readonly QuestionPair[]): void {
  const yesNo: YesNoPair[] = [];
  for (const { key, gold, response } of pairs) {
    if (!gold.exactAnswer) continue;
    const answer = response?.exactAnswer;
    const entries = (answer?.entries ?? []).map((names) => names.slice(0, 1));
    if (gold.type === "yesno") {
      const pair = { gold: officialLabel(gold.exactAnswer), answer: plainLabel(answer) };
      yesNo.push(pair);
      setItem(sheet, key, "honest_yesno_accuracy", pair.gold === pair.answer ? 1 : 0);
    }
    if (gold.type === "factoid") {
      const right = entries.slice(0, MOST_FACTOIDS).map((entry) => findMatch(gold.exactAnswer?.entries ?? [], entry) >= 0);
      setFactoid(sheet, key, "honest_factoid", { strict: right[0] ?? false, right });
    }
    if (gold.type === "list") setList(sheet, key, "honest_list", entries.slice(0, MOST_LIST_ENTRIES), gold.exactAnswer.entries);
  }
  setMeans(sheet, "honest_", yesNo, false);
}

const PHASE_B_MEASURES = [
  "yesno_accuracy",
  "factoid_strict",
  "factoid_lenient",
  "factoid_mrr",
  "list_precision",
  "list_recall",
  "list_f1",
  "yesno_macro_f1",
  "yesno_f1_yes",
  "yesno_f1_no",
] as const;

/** What makes the Java program end without a number; a file it cannot read at all is `validate`'s affair. */
function stopReason({ gold, response }: QuestionPair, version: BioasqVersion): string | undefined {
  const isScored = ["yesno", "factoid", "list"].includes(gold.type ?? "");
  if (!isScored || (version === 9 && (!response || !gold.exactAnswer))) return undefined;
  if (!response) return `question ${gold.id} is not in the submission`;
  if (gold.type === "yesno" && gold.exactAnswer?.text === undefined) return `question ${gold.id} has no gold yes or no`;
  if (gold.type === "yesno" && response.exactAnswer && response.exactAnswer.text === undefined)
    return `question ${gold.id} is answered with a list, not with yes or no`;
  if (!gold.exactAnswer && officialEntries(response.exactAnswer, version).length > 0)
    return `question ${gold.id} has no gold answer`;
  return undefined;
}

/** Any text with "yes" in it is yes, else any with "no" is no: "unknown" is no. */
function officialLabel(answer: ExactAnswer | undefined): string {
  const text = answer?.text ?? "";
  if (text.includes("yes")) return "yes";
  return text.includes("no") ? "no" : "none";
}

/** The word itself; a final period does not make it another answer. */
function plainLabel(answer: ExactAnswer | undefined): string {
  return /^\s*(yes|no)[.!]?\s*$/.exec(answer?.text ?? "")?.[1] ?? "none";
}

/** Since version 5 only the first name of a submitted entry counts. */
function officialEntries(answer: ExactAnswer | undefined, version: BioasqVersion): string[][] {
  const entries = answer?.entries ?? [];
  return version === 2 || version === 3 ? entries : entries.map((names) => names.slice(0, 1));
}

type Ranks = { strict: boolean; right: boolean[] };

/** BioASQ 2 knew one flat list of names a factoid, and its strict accuracy compared the first names only. */
function officialRanks(gold: ExactAnswer | undefined, answer: ExactAnswer | undefined, version: BioasqVersion): Ranks {
  if (version === 2) {
    const [names, submitted] = [gold?.flat ?? [], answer?.flat ?? []];
    return { strict: submitted.length > 0 && submitted[0] === names[0], right: submitted.map((name) => names.includes(name)) };
  }
  const right = officialEntries(answer, version).map((entry) => findMatch(gold?.entries ?? [], entry) >= 0);
  return { strict: right[0] ?? false, right };
}

function setFactoid(sheet: OpenSheet, id: string, kind: string, { strict, right }: Ranks): void {
  setItem(sheet, id, `${kind}_strict`, strict ? 1 : 0);
  setItem(sheet, id, `${kind}_lenient`, right.includes(true) ? 1 : 0);
  setItem(sheet, id, `${kind}_mrr`, reciprocalRank(right));
}

function setList(sheet: OpenSheet, id: string, kind: string, submitted: readonly string[][], gold: readonly string[][]): void {
  for (const [part, value] of Object.entries(listOverlap(submitted, gold))) setItem(sheet, id, `${kind}_${part}`, value);
}

function setMeans(sheet: OpenSheet, prefix: string, yesNo: readonly YesNoPair[], official: boolean): void {
  for (const name of PHASE_B_MEASURES) if (!/yesno_.*f1/.test(name)) setMeanOf(sheet, `${prefix}${name}`, `${prefix}${name}`);
  const f1Of = (label: "yes" | "no") => (pairs: readonly YesNoPair[]) => yesNoF1(pairs, label, { official });
  const labels = (["yes", "no"] as const).filter((label) => official || yesNo.some(({ gold }) => gold === label));
  const macro = (pairs: readonly YesNoPair[]) => labels.reduce((sum, label) => sum + f1Of(label)(pairs), 0) / labels.length;
  setMeasure(sheet, `${prefix}yesno_macro_f1`, yesNo, macro);
  setMeasure(sheet, `${prefix}yesno_f1_yes`, yesNo, f1Of("yes"));
  setMeasure(sheet, `${prefix}yesno_f1_no`, yesNo, f1Of("no"));
}

const MOST_FACTOIDS = 5;
const MOST_LIST_ENTRIES = 100;
