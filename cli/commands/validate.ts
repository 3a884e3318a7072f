import { type Command, Option } from "commander";

export type ValidateOptions = {
  as: "bioasq" | "archehr";
  questions?: string;
  phase?: "A" | "A+" | "B";
  cases?: string;
  subtask?: "1" | "2" | "3" | "4";
  json?: boolean;
};

/** Add `validate`. */
export const addValidate = (root: Command): void => {
  root
    .command("validate")
    .description("check a submission against every rule of its shared task")
    .argument("<submission>", "submission file (- for standard input)")
    .addOption(new Option("--as <format>", "which shared task").choices(["bioasq", "archehr"]).makeOptionMandatory())
    .option("--questions <file.json>", "bioasq: the test set")
    .addOption(new Option("--phase <phase>", "bioasq: the phase").choices(["A", "A+", "B"]))
    .option("--cases <file.xml>", "archehr: the cases")
    .addOption(new Option("--subtask <n>", "archehr: the subtask").choices(["1", "2", "3", "4"]))
    .option("--json", "write one JSON value to stdout and nothing else")
    .addHelpText(
      "after",
      "\nExample:\n  evigraph validate --as bioasq --questions testset.json submission.json\n  evigraph validate --as archehr --subtask 2 --cases archehr-qa.xml submission.json",
    )
    .action(async (submission: string, options: ValidateOptions) => {
      process.exitCode = await (await import("../validate-run.ts")).runValidate(submission, options);
    });
};
