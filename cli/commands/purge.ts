import type { Command } from "commander";

/** Add `purge`. */
export const addPurge = (root: Command): void => {
  root
    .command("purge")
    .description("remove the files of a run folder that hold note text")
    .argument("<dir>", "run folder")
    .option("--json", "write one JSON value to stdout and nothing else")
    .addHelpText("after", "\nExample:\n  evigraph purge runs/dev")
    .action(async (folder: string, options: { json?: boolean }) => {
      process.exitCode = await (await import("../purge-run.ts")).runPurge(folder, options);
    });
};
