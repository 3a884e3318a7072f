import { type Command, InvalidArgumentError, Option } from "commander";

export type AblateOptions = {
  graph: "archehr" | "bioasq";
  data: string;
  switch: string[];
  key?: string;
  index?: string;
  phase: "A" | "A+" | "B";
  measure?: string[];
  profile?: string;
  set: string[];
  model: string[];
  offline?: boolean;
  allowHost: string[];
  class?: string;
  record?: string;
  replay?: string;
  limit?: number;
  out?: string;
  json?: boolean;
  quiet?: boolean;
};

const list = (value: string): string[] =>
  value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
const collect = (value: string, before: string[]): string[] => [...before, value];
const count = (value: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("expected a whole number of at least 1.");
  return number;
};

/** Add `ablate`. */
export const addAblate = (root: Command): void => {
  root
    .command("ablate")
    .description(
      "measure what switches of a graph contribute: each left out of all, and each alone, with paired bootstrap intervals",
    )
    .addOption(new Option("--graph <graph>", "the graph").choices(["archehr", "bioasq"]).makeOptionMandatory())
    .requiredOption(
      "--data <name|file>",
      "demo; bioasq: also bioasq-11B-abstracts, bioasq-snippets-dev, scifact-test, medlars (retrieval), or a golden file with --index; archehr: also scifact-test (evidence), meqsum, mediqa2021 (interpretation), or cases.xml with --key",
    )
    .requiredOption(
      "--switch <a,b,c>",
      "settings, a row each: a (a boolean: true against false; another: the profile's against the paper's), a=value (the profile's against this value); a=value,a=other are two rows",
      list,
    )
    .option("--key <file.json>", "archehr: gold labels of a file of cases")
    .option("--index <file.db>", "bioasq: the article index of a golden file")
    .addOption(new Option("--phase <phase>", "bioasq: the phase").choices(["A", "A+", "B"]).default("A+"))
    .option("--measure <a,b>", "item measures to compare (default: the graph's main ones)", list)
    .addOption(new Option("--profile <name>", "the settings around the switches (default: best)").choices(["paper", "best"]))
    .option("--set <key=value>", "change any other setting; may be given again", collect, [])
    .option("--model <[role=]provider:name>", "model of a role, or of all roles", collect, [])
    .option("--offline", "allow no network at all")
    .option("--allow-host <host>", "let text of class phi reach this host; may be given again", collect, [])
    .addOption(new Option("--class <class>", "class of the input's text").choices(["phi", "public"]))
    .addOption(new Option("--record <dir>", "record every model call in a folder").conflicts("replay"))
    .option("--replay <dir>", "answer every call from a folder of recordings")
    .option("--limit <n>", "only the first n items", count)
    .option("--out <dir>", "write ablation.json, ablation.md and a chart a measure")
    .option("--json", "write one JSON value to stdout and nothing else")
    .option("--quiet", "no progress on stderr")
    .addHelpText(
      "after",
      "\nExample:\n  evigraph ablate --graph bioasq --data demo --switch rescue,prune,denseSearch,expandSynonyms\n  evigraph ablate --graph archehr --data demo --switch abstain,scoreAnchor=clinicianQuestion,scoreAnchor=narrative",
    )
    .action(async (options: AblateOptions) => {
      process.exitCode = await (await import("../ablate-run.ts")).runAblate(options);
    });
};
