import type { Command } from "commander";

export type DemoOptions = { out: string; record?: string; replay?: string; concurrency: number; quiet?: boolean };

/** Add `demo`: both graphs on the package's own synthetic inputs, with no key and no network. */
export const addDemo = (root: Command): void => {
  root
    .command("demo")
    .description("run both graphs on the synthetic demo inputs, with no key and no network")
    .option("--out <dir>", "run folders", "runs/demo")
    .option("--record <dir>", "record every model call in a folder")
    .option("--replay <dir>", "answer every call from a folder of recordings")
    .option("--concurrency <n>", "items at once", Number, 1)
    .option("--quiet", "no progress on stderr")
    .addHelpText("after", "\nExample:\n  evigraph demo --out runs/demo")
    .action(async (options: DemoOptions) => {
      process.exitCode = await (await import("../demo-run.ts")).runDemo(options);
    });
};
