import type { Command } from "commander";
import { withRunOptions } from "../run-options.ts";
import type { LinesOptions } from "./interpret.ts";

/** Add `evidence`: the evidence step alone. */
export const addEvidence = (root: Command): void => {
  withRunOptions(
    root
      .command("evidence")
      .description(
        "score and select evidence sentences: lines {id, question, sentences} -> {id, scores 0-1, selected indices from 0}",
      )
      .requiredOption("--in <file.jsonl>", "questions with their sentences (- for standard input)")
      .requiredOption("--out <file.jsonl>", "scores, in the order of the input"),
  )
    .addHelpText("after", "\nExample:\n  evigraph evidence --in claims.jsonl --out evidence.jsonl")
    .action(async (options: LinesOptions) => {
      process.exitCode = await (await import("../evidence-run.ts")).runEvidence(options);
    });
};
