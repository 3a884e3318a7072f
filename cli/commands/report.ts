import type { Command } from "commander";

export type ReportOptions = { out?: string; strict?: boolean; json?: boolean };

/** Add `report`. */
export const addReport = (root: Command): void => {
  root
    .command("report")
    .description("write the results page from the stored results of every condition; a missing or stale one is an error")
    .argument("<dir...>", "folders of results (evigraph reproduce --out, evigraph ablate --out); later ones win")
    .option(
      "--out <file.md>",
      "the page, with its charts beside it in figures/, and differences.json in the last folder, which keeps what the items tell (default: stdout, no charts)",
    )
    .option("--strict", "also refuse results whose code has changed since they ran")
    .option("--json", "write the results as one JSON value to stdout and nothing else")
    .addHelpText("after", "\nExample:\n  evigraph report docs/results --out docs/results.md")
    .action(async (folders: string[], options: ReportOptions) => {
      process.exitCode = await (await import("../report-run.ts")).runReport(folders, options);
    });
};
