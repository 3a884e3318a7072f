import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ablationAsMarkdown, ablationChart, chartFile } from "../evaluation/ablation-report.ts";
import { readAblations, readResults, resultFile } from "../evaluation/result-files.ts";
import { resultsPage } from "../evaluation/results-page.ts";
import { staleResults } from "../evaluation/stale-results.ts";
import { curveChart } from "../evaluation/svg-charts.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import type { ReportOptions } from "./commands/report.ts";
import { changedSince } from "./commit-of.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Write the results page from stored results.
 *
 * In: folders of results. Out: exit code 0 and the page; 2 where a condition's result is missing or stale: then nothing is written, since a page with a hole reads as a zero.
 */
export const runReport = async (folders: readonly string[], { out, json }: ReportOptions): Promise<ExitCode> => {
  const absent = folders.find((folder) => !existsSync(folder));
  if (absent !== undefined) throw wrong(`report: ${absent}: there is no such folder.`);
  const results = readResults(folders);
  const parts = openLiveParts();
  const stale = await staleResults(results, parts);
  await parts.encoder.close();
  if (stale.length > 0)
    throw wrong(`report: ${stale.length} results are missing or stale:\n${stale.map((line) => `  ${line}`).join("\n")}`);
  if (json) {
    process.stdout.write(`${JSON.stringify(Object.fromEntries(results))}\n`);
    return EXIT.done;
  }
  const changed = new Set(
    [...results.values()].filter(({ manifest }) => changedSince(manifest.commit)).map(({ condition }) => condition),
  );
  if (changed.size > 0)
    process.stderr.write(
      `${changed.size} results ran before the last change of the code; evigraph reproduce --all makes them anew.\n`,
    );
  const ablations = readAblations(folders);
  const page = resultsPage(
    results,
    ablations.map((named) => ablationAsMarkdown(named, out === undefined ? undefined : "results")),
    changed,
  );
  if (out === undefined) process.stdout.write(page);
  else {
    writeWhole(out, page);
    for (const { condition, curve } of results.values())
      if (curve !== undefined)
        writeWhole(join(dirname(out), "results", resultFile(condition).replace(/json$/, "svg")), curveChart(curve));
    for (const named of ablations)
      for (const measure of named.ablation.measures)
        writeWhole(join(dirname(out), "results", chartFile(named, measure)), ablationChart(named, measure));
    process.stdout.write(`Written: ${out} (${results.size} results)\n`);
  }
  return EXIT.done;
};
