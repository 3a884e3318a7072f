import type { QuestionPair, ScoredQuestion } from "./bioasq-questions.ts";
import { type OpenSheet, setItem, setMeanOf } from "./measure-items.ts";
import { rouge155, rouge155Averages } from "./measures/rouge-155.ts";
import { bootstrapMeanInterval } from "./statistics/bootstrap-interval.ts";

/**
 * Score ideal answers by ROUGE-2 and ROUGE-SU4 with one and with all references.
 *
 * Formula: see `rouge155`; `rouge2_first_f1` and its kin are the official averages (fixed bootstrap), `…_plain_mean` their plain means.
 * In: a sheet, which is filled; pairs; the submission, whose order the fixed bootstrap follows. Out: 0-1. A question missing from the submission is skipped, as officially;
 * in `honest_rouge…_f1` (all references, plain mean) it counts 0. No ideal answer in gold: not computed. Of a submitted list the first text counts.
 * @cite lin2004rouge §3, §5
 */
export function scoreIdealAnswers(sheet: OpenSheet, pairs: readonly QuestionPair[], submission: readonly ScoredQuestion[]): void {
  const golden = pairs.filter(({ gold }) => gold.idealAnswers && gold.idealAnswers.length > 0);
  const places = new Map(submission.map(({ id }, place): [string, number] => [id, place]).toReversed());
  const answered = golden
    .filter(({ response }) => response?.idealAnswers)
    .toSorted((a, b) => placeOf(places, a) - placeOf(places, b));
  for (const { key, gold, response } of answered)
    scoreQuestion(sheet, key, response?.idealAnswers?.[0] ?? "", gold.idealAnswers ?? []);
  const columns = ROUGE_NAMES.map((name) => answered.map(({ key }) => sheet.perItem.get(key)?.get(name) ?? 0));
  const averages = rouge155Averages(columns);
  ROUGE_NAMES.forEach((name, column) => {
    const values = columns[column] ?? [];
    if (values.length === 0) sheet.notComputed.set(name, "no ideal answer with a gold ideal answer");
    else sheet.measures.set(name, { mean: averages[column] ?? 0, n: values.length, ...bootstrapMeanInterval(values) });
    setMeanOf(sheet, `${name}_plain_mean`, name);
  });
  for (const [honest, name] of HONEST) {
    for (const { key } of golden) setItem(sheet, key, honest, sheet.perItem.get(key)?.get(name) ?? 0);
    setMeanOf(sheet, honest, honest);
  }
}

function scoreQuestion(sheet: OpenSheet, id: string, prediction: string, references: readonly string[]): void {
  for (const [kind, texts] of [
    ["first", references.slice(0, 1)],
    ["all", references],
  ] as const)
    for (const [rouge, { r, p, f }] of Object.entries(rouge155(prediction, texts))) {
      const prefix = `${rouge === "rouge2" ? "rouge2" : "rouge_su4"}_${kind}`;
      setItem(sheet, id, `${prefix}_recall`, r);
      setItem(sheet, id, `${prefix}_precision`, p);
      setItem(sheet, id, `${prefix}_f1`, f);
    }
}

function placeOf(places: ReadonlyMap<string, number>, { gold }: QuestionPair): number {
  return places.get(gold.id) ?? Number.POSITIVE_INFINITY;
}

const ROUGE_NAMES = ["first", "all"].flatMap((kind) =>
  ["rouge2", "rouge_su4"].flatMap((rouge) => ["recall", "precision", "f1"].map((part) => `${rouge}_${kind}_${part}`)),
);
const HONEST = [
  ["honest_rouge2_f1", "rouge2_all_f1"],
  ["honest_rouge_su4_f1", "rouge_su4_all_f1"],
] as const;
