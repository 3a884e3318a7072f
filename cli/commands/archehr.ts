import { type Command, Option } from "commander";
import { type RunOptions, withRunOptions } from "../run-options.ts";

export type ArchehrOptions = RunOptions & {
  cases?: string;
  key?: string;
  subtask: "1" | "2" | "3" | "4" | "all";
  review?: boolean;
  out?: string;
  note?: string;
  fhir?: string;
  question?: string;
};

/** Add `archehr run`. */
export const addArchehr = (root: Command): void => {
  const archehr = root.command("archehr").description("answer patients' messages from their clinical notes");
  withRunOptions(
    archehr
      .command("run")
      .description("run the archehr graph on a file of cases, or on one note and question")
      .option("--cases <file.xml>", "cases in ArchEHR-QA's format")
      .option("--key <file.json>", "gold labels; prints scores at the end")
      .addOption(
        new Option("--subtask <n>", "1 question, 2 evidence, 3 answer, 4 alignment")
          .choices(["1", "2", "3", "4", "all"])
          .default("all"),
      )
      .option("--review", "stop before each final answer and ask")
      .option("--out <dir>", "run folder: results.jsonl, manifest.json and the official files")
      .option("--note <file.txt>", "one plain note (- for standard input)")
      .option("--fhir <file.json>", "one FHIR R4 DocumentReference, or a Bundle of them")
      .option("--question <text>", "the patient's message, with --note or --fhir"),
  )
    .addHelpText(
      "after",
      '\nExample:\n  evigraph archehr run --cases archehr-qa.xml --key archehr-qa_key.json --out runs/dev\n  evigraph archehr run --note note.txt --question "Why was my warfarin stopped?"',
    )
    .action(async (options: ArchehrOptions) => {
      process.exitCode = await (await import("../archehr-run.ts")).runArchehr(options);
    });
};
