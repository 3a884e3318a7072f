import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type GoldQuestion, readBioasqGolden } from "../../formats/bioasq-questions.ts";
import { closeSheet, openSheet, setItem, setMeanOf } from "../measure-items.ts";
import { wordCoverage } from "../measures/word-coverage.ts";
import { mean } from "../statistics/mean.ts";
import type { TaskResult, TaskRun } from "../task.ts";

/** Most snippets of the curve (count). @cite dsgt2026 §4.2, Figure 2 */
const MOST = 10;

/**
 * Measure which share of the ideal answers' words the first 1 to 10 gold snippets hold: the paper's Figure 2 on the golden batches.
 *
 * In: a folder of golden files. Out: `coverage_1` to `coverage_10` over questions with an ideal answer and at least one snippet (a question with fewer snippets keeps its
 * last coverage), and the curve with the standard deviation over questions.
 */
export async function coverAnswers({ folder, tick, signal }: TaskRun): Promise<TaskResult> {
  const files = readdirSync(join(folder, "golden"))
    .filter((name) => /^\d+B\d_golden\.json$/.test(name))
    .toSorted();
  const sheet = openSheet();
  for (const [at, name] of files.entries()) {
    signal.throwIfAborted();
    for (const question of readBioasqGolden(readFileSync(join(folder, "golden", name), "utf8"), name, {
      repeatedIds: "keepFirst",
    }))
      coverOne(question, (most, value) => setItem(sheet, question.id, `coverage_${most}`, value));
    tick(at + 1, files.length);
  }
  const steps = Array.from({ length: MOST }, (_, step) => step + 1);
  for (const most of steps) setMeanOf(sheet, `coverage_${most}`, `coverage_${most}`);
  const points = steps.map((x) => {
    const values = [...sheet.perItem.values()].flatMap((item) => item.get(`coverage_${x}`) ?? []);
    return { x, mean: mean(values), sd: deviation(values) };
  });
  return {
    sheet: closeSheet(sheet, []),
    settings: { files },
    fallbacks: [],
    usage: [],
    failed: [],
    curve: { title: "Ideal-answer words held by the first gold snippets", x: "snippets (count)", y: "share of words", points },
  };
}

function coverOne({ snippets, idealAnswers }: GoldQuestion, note: (most: number, value: number) => void): void {
  if (snippets.length === 0) return;
  for (let most = 1; most <= MOST; most++) {
    const covered = wordCoverage(
      snippets.slice(0, most).map(({ text }) => text),
      idealAnswers.slice(0, 1),
    );
    if (covered !== undefined) note(most, covered);
  }
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1));
}
