import { type Command, Option } from "commander";

export type ReproduceOptions = {
  list?: boolean;
  condition?: string[];
  all?: boolean;
  stale?: boolean;
  prepare?: string;
  from?: string;
  out: string;
  json?: boolean;
  quiet?: boolean;
};

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** Add `reproduce`. */
export const addReproduce = (root: Command): void => {
  root
    .command("reproduce")
    .description("run a named condition and compare its score with the stored one: OK, OKish or FAIL")
    .addOption(
      new Option("--list", "list the conditions: data, settings, expected score").conflicts([
        "condition",
        "all",
        "stale",
        "prepare",
      ]),
    )
    .addOption(
      new Option("--condition <name>", "run one; may be given again").argParser(collect).conflicts(["all", "stale", "prepare"]),
    )
    .addOption(new Option("--all", "run every condition").conflicts(["stale", "prepare"]))
    .addOption(
      new Option("--stale", "run those whose result in --out is missing or stale, or whose code has changed since").conflicts(
        "prepare",
      ),
    )
    .option("--prepare <data set>", "make a data set's files in EVIGRAPH_DATA from its published form")
    .option("--from <folder>", "with --prepare: the published form")
    .option("--out <dir>", "results, one JSON file a condition", "runs/reproduce")
    .option("--json", "write one JSON value to stdout and nothing else")
    .option("--quiet", "no progress on stderr")
    .addHelpText(
      "after",
      "\nExample:\n  evigraph reproduce --list\n  EVIGRAPH_DATA=~/data evigraph reproduce --condition scifact-test/bm25",
    )
    .action(async (options: ReproduceOptions) => {
      process.exitCode = await (await import("../reproduce-run.ts")).runReproduce(options);
    });
};
