import type { Command } from "commander";

/** Add `audit`. */
export const addAudit = (root: Command): void => {
  root
    .command("audit")
    .description("check a run's log of what left this machine, and show the hosts")
    .argument("<dir>", "run folder")
    .option("--json", "write one JSON value to stdout and nothing else")
    .addHelpText("after", "\nExample:\n  evigraph audit runs/ours")
    .action(async (folder: string, options: { json?: boolean }) => {
      process.exitCode = (await import("../audit-run.ts")).runAudit(folder, options);
    });
};
