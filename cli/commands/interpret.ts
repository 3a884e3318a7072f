import type { Command } from "commander";
import { type RunOptions, withRunOptions } from "../run-options.ts";

export type LinesOptions = RunOptions & { in: string; out: string };

/** Add `interpret`: the interpretation step alone. */
export const addInterpret = (root: Command): void => {
  withRunOptions(
    root
      .command("interpret")
      .description("turn patients' messages into clinical questions: lines {id, text} -> {id, question}")
      .requiredOption("--in <file.jsonl>", "messages (- for standard input)")
      .requiredOption("--out <file.jsonl>", "questions, in the order of the input"),
  )
    .addHelpText("after", "\nExample:\n  evigraph interpret --in messages.jsonl --out questions.jsonl")
    .action(async (options: LinesOptions) => {
      process.exitCode = await (await import("../interpret-run.ts")).runInterpret(options);
    });
};
