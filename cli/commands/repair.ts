import { type Command, Option } from "commander";

export type RepairOptions = { as: "bioasq"; questions: string; out: string; json?: boolean };

/** Add `repair`. */
export const addRepair = (root: Command): void => {
  root
    .command("repair")
    .description("mend what has one right reading in a submission, and list each change and what is left to its author")
    .argument("<submission>", "submission file (- for standard input)")
    .addOption(new Option("--as <format>", "which shared task").choices(["bioasq"]).makeOptionMandatory())
    .requiredOption("--questions <file.json>", "the test set")
    .requiredOption("--out <file.json>", "the mended submission")
    .option("--json", "write one JSON value to stdout and nothing else")
    .addHelpText("after", "\nExample:\n  evigraph repair --as bioasq --questions testset.json submission.json --out mended.json")
    .action(async (submission: string, options: RepairOptions) => {
      process.exitCode = (await import("../repair-run.ts")).runRepair(submission, options);
    });
};
