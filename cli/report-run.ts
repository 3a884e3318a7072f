import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ablationAsMarkdown, ablationChart, chartFile } from "../evaluation/ablation-report.ts";
import { codeOfCondition } from "../evaluation/code-of-condition.ts";
import type { ConditionResult } from "../evaluation/condition-result.ts";
import { CONDITIONS } from "../evaluation/conditions.ts";
import { DIFFERENCES, knownDifferences, readDifferences } from "../evaluation/known-differences.ts";
import { readAblations, readItemFiles, readResults, resultFile } from "../evaluation/result-files.ts";
import { resultsPage } from "../evaluation/results-page.ts";
import { staleAblations } from "../evaluation/stale-ablations.ts";
import { staleResults } from "../evaluation/stale-results.ts";
import { curveChart, linesChart } from "../evaluation/svg-charts.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import type { ReportOptions } from "./commands/report.ts";
import { changedSince } from "./commit-of.ts";
import { NOTICE } from "./notice.ts";
import { printJson } from "./print-json.ts";
import { settingsOfAblation } from "./settings-of-ablation.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Write the results page from stored results.
 *
 * In: folders of results. Out: exit code 0 and the page, and with --out what it computed of differences, in the last folder, for a page without the items; 2 where a condition's result is missing or stale: then nothing is written, since a page with a hole reads as a zero.
 */
export const runReport = async (folders: readonly string[], { out, json, strict }: ReportOptions): Promise<ExitCode> => {
  const absent = folders.find((folder) => !existsSync(folder));
  if (absent !== undefined) throw wrong(`report: ${absent}: there is no such folder.`);
  const results = readResults(folders);
  const ablations = readAblations(folders);
  const parts = openLiveParts();
  const stale = [...(await staleResults(results, parts)), ...staleAblations(ablations, parts, settingsOfAblation)];
  await parts.encoder.close();
  const changed = changedConditions(results);
  const old = ablations.filter(({ manifest }) => changedSince(manifest?.commit ?? "unknown"));
  if (strict)
    stale.push(
      ...old.map(
        ({ graph, data }) => `ablation of ${graph} on ${data}: code has changed since it ran; run evigraph ablate again`,
      ),

      ...[...changed].map((name) => `${name}: its code has changed since it ran; run evigraph reproduce --condition ${name}`),
    );
  if (stale.length > 0)
    throw wrong(`report: ${stale.length} results are missing or stale:\n${stale.map((line) => `  ${line}`).join("\n")}`);
  if (json) {
    printJson(Object.fromEntries(results));
    return EXIT.done;
  }
  if (changed.size + old.length > 0)
    process.stderr.write(
      `The code of ${changed.size} results and ${old.length} ablations has changed since they ran; --strict makes that an error.\n`,
    );
  const items = readItemFiles(folders, results.keys());
  const differences = knownDifferences(CONDITIONS, results, items, readDifferences(folders));
  const tables = resultsPage(results, {
    differences,
    items,
    sections: ablations.map((named) => ablationAsMarkdown(named, out === undefined ? undefined : FIGURES)),
    changed,
  });
  const page = `${tables.trimEnd()}\n\n${NOTICE}\n`;
  if (out === undefined) process.stdout.write(page);
  else {
    writeWhole(out, page);
    writeWhole(join(folders.at(-1) ?? ".", DIFFERENCES), `${JSON.stringify(differences, null, 1)}\n`);
    const draw = (file: string, chart: string) => writeWhole(join(dirname(out), FIGURES, file), chart);
    for (const { condition, curve, chart } of results.values()) {
      const file = resultFile(condition).replace(/json$/, "svg");
      if (curve !== undefined) {
        draw(file, curveChart(curve));
        draw(file.replace(/svg$/, "csv"), curveAsCsv(curve.points));
      }
      if (chart !== undefined) draw(file, linesChart({ ...chart, title: `${condition}: ${chart.title}` }));
    }
    for (const named of ablations)
      for (const measure of named.ablation.measures) draw(chartFile(named, measure), ablationChart(named, measure));
    process.stdout.write(`Written: ${out} (${results.size} results)\n`);
  }
  return EXIT.done;
};

const curveAsCsv = (points: readonly { x: number; mean: number; sd: number }[]): string =>
  `x,mean,sd\n${points.map(({ x, mean, sd }) => `${x},${mean},${sd}`).join("\n")}\n`;

/** Folder of charts, beside the page. */
const FIGURES = "figures";

const changedConditions = (results: ReadonlyMap<string, ConditionResult>): Set<string> =>
  new Set(
    CONDITIONS.filter((condition) => {
      const result = results.get(condition.name);
      return result !== undefined && changedSince(result.manifest.commit, codeOfCondition(condition));
    }).map(({ name }) => name),
  );
