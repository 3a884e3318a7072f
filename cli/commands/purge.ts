import type { Command } from "commander";

export type PurgeOptions = { checkpoint?: string; record?: string; json?: boolean };

/** Add `purge`. */
export const addPurge = (root: Command): void => {
  root
    .command("purge")
    .description("remove what holds note text: the files of a run folder, checkpoints, recordings")
    .argument("[dir]", "run folder; its manifest, which holds no text, stays")
    .option("--checkpoint <file>", "remove a file of checkpoints too, and the notes beside it")
    .option("--record <dir>", "remove a folder of recordings too")
    .option("--json", "write one JSON value to stdout and nothing else")
    .addHelpText(
      "after",
      "\nExample:\n  evigraph purge runs/dev\n  evigraph purge runs/dev --checkpoint dev.db --record recordings",
    )
    .action(async (folder: string | undefined, options: PurgeOptions) => {
      process.exitCode = (await import("../purge-run.ts")).runPurge(folder, options);
    });
};
