import { type Command, InvalidArgumentError, Option } from "commander";

/** The options that every run shares, as commander gives them. @cite spec cli, Common */
export type RunOptions = {
  profile?: string;
  preset?: string;
  set: string[];
  model: string[];
  encoder?: string;
  /** Of commands that search: bioasq run and search. */
  crossEncoder?: string;
  offline?: boolean;
  allowHost: string[];
  class?: string;
  record?: string;
  replay?: string;
  checkpoint?: string;
  limit?: number;
  ids?: string[];
  resume?: boolean;
  fresh?: boolean;
  dryRun?: boolean;
  concurrency: number;
  /** US dollars. */
  budget?: number;
  prices?: string;
  json?: boolean;
  quiet?: boolean;
};

const collect = (value: string, before: string[]): string[] => [...before, value];
/** Read names with commas between. */
export const list = (value: string): string[] =>
  value
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");

/** Read a count of at least 1; anything else is refused with what was expected. */
export const atLeastOne = (value: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("expected a whole number of at least 1.");
  return number;
};

const dollars = (value: string): number => {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new InvalidArgumentError("expected an amount in US dollars, such as 2.50.");
  return number;
};

/** Add the options that every run shares. In: a command. Out: the same command. */
export const withRunOptions = (command: Command): Command =>
  command
    .addOption(
      new Option("--profile <name>", "settings as published, or as measured to be better (default: best)").choices([
        "paper",
        "best",
      ]),
    )
    .option("--preset <name>", "a paper's profile and models: archehr-paper or bioasq-paper")
    .option("--set <key=value>", "change any setting; may be given again", collect, [])
    .option("--model <[role=]provider:name>", "model of a role, or of all roles; a comma separates next models", collect, [])
    .option("--encoder <name>", "sentence encoder, a folder of data/models (default: all-MiniLM-L6-v2)")
    .option("--offline", "allow no network at all")
    .option("--allow-host <host>", "let text of class phi reach this host; may be given again", collect, [])
    .addOption(new Option("--class <class>", "class of the input's text").choices(["phi", "public"]))
    .addOption(new Option("--record <dir>", "record every model and PubMed call in a folder").conflicts("replay"))
    .option("--replay <dir>", "answer every call from a folder of recordings")
    .option("--checkpoint <file>", "keep each step in an SQLite file, so that a killed run redoes only unfinished steps")
    .option("--limit <n>", "run only the first n items", atLeastOne)
    .option("--ids <a,b>", "run only these items", list)
    .addOption(new Option("--resume", "go on with the run in --out; failed items run again").conflicts("fresh"))
    .option("--fresh", "start anew in --out")
    .option("--dry-run", "show what would run, and run nothing")
    .option("--concurrency <n>", "items at once", atLeastOne, 1)
    .option("--budget <usd>", "stop before the model call that would exceed so many US dollars; needs --prices", dollars)
    .option("--prices <file.json>", "what models cost: [{ model, input, output, source, date }], USD per million tokens")
    .option("--json", "write one JSON value to stdout and nothing else")
    .option("--quiet", "no progress on stderr");
