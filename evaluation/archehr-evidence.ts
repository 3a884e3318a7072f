import type { ArchehrGold } from "../formats/archehr-key.ts";
import type { Alignment, Checked } from "./archehr-faults.ts";
import { type OpenSheet, setItem, setMeanOf, setMeasure } from "./measure-items.ts";
import { countSharedMembers, type Overlap, type OverlapCounts, overlapOfCounts } from "./measures/set-overlap.ts";

export type ArchehrYear = 2025 | 2026;

/**
 * Score evidence identification (subtask 2).
 *
 * Formula: strict = predicted ids against essential ones; lenient 2026 = supplementary ids removed from the prediction first; lenient 2025 = essential
 * and supplementary are gold. Micro adds counts, macro averages cases; a case empty on both sides is 1. `overall_score` is strict micro F1.
 * In: a sheet, which is filled; the key; checked predictions; the year whose rule the plain `lenient_…` follows. Out: 0-100, as the script prints.
 * @cite soni2026archehr §evaluation
 */
export function scoreEvidence(
  sheet: OpenSheet,
  key: readonly ArchehrGold[],
  predictions: Checked<string[]>,
  year: ArchehrYear,
): void {
  const rules: [string, (gold: Relevance, predicted: ReadonlySet<string>) => OverlapCounts][] = [
    ["strict", ({ essential }, predicted) => countsOf(predicted, essential)],
    ["lenient", year === 2026 ? lenient2026 : lenient2025],
    ["lenient_2025", lenient2025],
    ["lenient_2026", lenient2026],
  ];
  for (const [rule, count] of rules) {
    const counts = [...predictions].map(([id, predicted]) => ({
      id,
      ...count(relevanceOf(key.find(({ caseId }) => caseId === id)), new Set(predicted)),
    }));
    setSection(sheet, `${rule}_`, counts, 1);
  }
  copyOverall(sheet, "strict_micro_f1");
}

/**
 * Score the alignment of answer sentences with note sentences (subtask 4).
 *
 * Formula: P, R, F1 over (answer sentence, note sentence) pairs; micro adds counts, macro averages cases; a case empty on both sides is 0.
 * `overall_score` is micro F1.
 * In: a sheet, which is filled; the key; checked alignments; how citations that the key writes as a text are read: "ids" (4,9 is two sentences) or
 * "characters", the official script's defect (4,9 is "4", "," and "9"). Out: 0-100, as the script prints.
 * @cite soni2026archehr §evaluation
 */
export function scoreAlignment(
  sheet: OpenSheet,
  key: readonly ArchehrGold[],
  predictions: Checked<Alignment[]>,
  citations: "ids" | "characters",
): void {
  const counts = [...predictions].map(([id, alignments]) => {
    const answerSentences = key.find(({ caseId }) => caseId === id)?.answerSentences ?? [];
    const gold = answerSentences.flatMap(({ id: answer, citations: ids, citationText }) =>
      (citations === "characters" && citationText !== undefined ? [...citationText] : ids).map((sentence) =>
        pair(answer, sentence),
      ),
    );
    const predicted = alignments.flatMap(({ answer_id, evidence_id }) =>
      evidence_id.map((sentence) => pair(answer_id, sentence)),
    );
    return { id, ...countsOf(new Set(predicted), new Set(gold)) };
  });
  setSection(sheet, "", counts, 0);
  copyOverall(sheet, "micro_f1");
}

type Relevance = { essential: Set<string>; supplementary: Set<string> };

function relevanceOf(gold: ArchehrGold | undefined): Relevance {
  const idsOf = (wanted: string) =>
    new Set([...(gold?.relevance ?? [])].filter(([, relevance]) => relevance === wanted).map(([id]) => id));
  return { essential: idsOf("essential"), supplementary: idsOf("supplementary") };
}

function lenient2026({ essential, supplementary }: Relevance, predicted: ReadonlySet<string>): OverlapCounts {
  return countsOf(new Set([...predicted].filter((id) => essential.has(id) || !supplementary.has(id))), essential);
}

function lenient2025({ essential, supplementary }: Relevance, predicted: ReadonlySet<string>): OverlapCounts {
  return countsOf(predicted, new Set([...essential, ...supplementary]));
}

function countsOf(predicted: ReadonlySet<string>, gold: ReadonlySet<string>): OverlapCounts {
  return { shared: countSharedMembers(predicted, gold), predicted: predicted.size, gold: gold.size };
}

/** JSON keeps any two ids apart, whatever they hold. */
function pair(answer: string, sentence: string): string {
  return JSON.stringify([answer, sentence]);
}

function setSection(
  sheet: OpenSheet,
  prefix: string,
  cases: readonly (OverlapCounts & { id: string })[],
  ifBothEmpty: 0 | 1,
): void {
  for (const counts of cases)
    for (const [part, value] of Object.entries(percent(counts, ifBothEmpty)))
      setItem(sheet, counts.id, `${prefix}${part}`, value);
  for (const part of PARTS) setMeanOf(sheet, `${prefix}macro_${part}`, `${prefix}${part}`);
  for (const part of PARTS) setMeasure(sheet, `${prefix}micro_${part}`, cases, (some) => percent(addUp(some), ifBothEmpty)[part]);
}

function percent(counts: OverlapCounts, ifBothEmpty: 0 | 1): Overlap {
  const { precision, recall, f1 } = overlapOfCounts(counts);
  if (counts.predicted === 0 && counts.gold === 0)
    return { precision: 100 * ifBothEmpty, recall: 100 * ifBothEmpty, f1: 100 * ifBothEmpty };
  return { precision: 100 * precision, recall: 100 * recall, f1: 100 * f1 };
}

function addUp(counts: readonly OverlapCounts[]): OverlapCounts {
  return counts.reduce(
    (sum, { shared, predicted, gold }) => ({
      shared: sum.shared + shared,
      predicted: sum.predicted + predicted,
      gold: sum.gold + gold,
    }),
    { shared: 0, predicted: 0, gold: 0 },
  );
}

function copyOverall(sheet: OpenSheet, name: string): void {
  const overall = sheet.measures.get(name);
  if (overall) sheet.measures.set("overall_score", overall);
}

const PARTS = ["precision", "recall", "f1"] as const;
