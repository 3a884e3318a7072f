import type { Command } from "commander";

/** Add `replay diff`. */
export const addReplay = (root: Command): void => {
  root
    .command("replay")
    .description("recordings of runs")
    .command("diff")
    .description("show in what two folders of recordings, or two run folders, differ")
    .argument("<a>", "folder of --record, or of --out")
    .argument("<b>", "another one of the same kind")
    .option("--json", "write one JSON value to stdout and nothing else")
    .addHelpText("after", "\nExample:\n  evigraph replay diff recordings/monday recordings/tuesday")
    .action(async (a: string, b: string, options: { json?: boolean }) => {
      process.exitCode = (await import("../replay-diff.ts")).runReplayDiff(a, b, options);
    });
};
