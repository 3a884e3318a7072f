import type { Command } from "commander";

export type DoctorOptions = { model?: string; offline?: boolean; json?: boolean };

/** Add `doctor`. */
export const addDoctor = (root: Command): void => {
  root
    .command("doctor")
    .description("show what this installation has and can reach, and where note text lies on disk")
    .option("--model <provider:name>", "also check this model")
    .option("--offline", "ask no host, also not the one of --model")
    .option("--json", "write one JSON value to stdout and nothing else")
    .addHelpText("after", "\nExample:\n  evigraph doctor")
    .action(async (options: DoctorOptions) => {
      process.exitCode = await (await import("../doctor-run.ts")).runDoctor(options);
    });
};
