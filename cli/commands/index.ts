import { type Command, InvalidArgumentError } from "commander";
import { MOST_PARTS, readShard, type Shard } from "../../clients/index/shard.ts";

export type BuildOptions = {
  articles: string[];
  out?: string;
  opensearch?: string;
  /** Primary shards (count). */
  primaries?: number;
  shard?: Shard;
  vectors: boolean;
  encoder?: string;
  offline?: boolean;
  json?: boolean;
  quiet?: boolean;
};
export type IndexOptions = { index: string; json?: boolean };
export type MergeOptions = IndexOptions & { quiet?: boolean };

const primaries = (value: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > 1024)
    throw new InvalidArgumentError("expected a whole number from 1 to 1024.");
  return number;
};

const shard = (value: string): Shard => {
  const read = readShard(value);
  if (read === undefined) throw new InvalidArgumentError(`expected i/n, from 1/1 to ${MOST_PARTS}/${MOST_PARTS}, such as 2/8.`);
  return read;
};

/** Add `index build`, `index merge`, `index stats` and `index verify`. */
export const addIndex = (root: Command): void => {
  const index = root.command("index").description("build and check a local article index");
  index
    .command("build")
    .description("build an index from JSONL article lines or PubMed XML (.gz too); a killed build goes on with the same command")
    .requiredOption("--articles <files...>", "article files (- for standard input)")
    .option("--out <file.db>", "the index, replaced when the new one is whole")
    .option("--opensearch <name>", "load an index on the server that OPENSEARCH_URL names, beside what it holds already")
    .option("--primaries <n>", "with --opensearch: primary shards of a new index (default: 1)", primaries)
    .option(
      "--shard <i/n>",
      "build part i of n, to be joined by index merge, or load it; each part reads all of the articles",
      shard,
    )
    .option("--no-vectors", "leave out the MiniLM vectors")
    .option("--encoder <name>", "sentence encoder, a folder of data/models; runs that search the index need the same one")
    .option("--json", "write one JSON value to stdout and nothing else")
    .option("--quiet", "no progress on stderr")
    .addHelpText(
      "after",
      "\nExample:\n  evigraph index build --articles corpus.jsonl --out articles.db\n  evigraph index build --articles pubmed/*.xml.gz --opensearch pubmed --primaries 4",
    )
    .action(async (options: BuildOptions) => {
      process.exitCode = await (await import("../index-build.ts")).buildIndexFile(options);
    });
  index
    .command("merge")
    .description("join the parts that index build --shard made into one index, the same as one built whole")
    .argument("<parts...>", "the files of all parts")
    .requiredOption("--index <file.db>", "the index to make, replaced when the new one is whole")
    .option("--json", "write one JSON value to stdout and nothing else")
    .option("--quiet", "no progress on stderr")
    .addHelpText(
      "after",
      "\nExample:\n  evigraph index build --articles corpus.jsonl --out part1.db --shard 1/2\n  evigraph index build --articles corpus.jsonl --out part2.db --shard 2/2\n  evigraph index merge part1.db part2.db --index articles.db",
    )
    .action(async (parts: string[], options: MergeOptions) => {
      process.exitCode = await (await import("../index-merge.ts")).mergeIndexFiles(parts, options);
    });
  for (const name of ["stats", "verify"] as const) {
    index
      .command(name)
      .description(name === "stats" ? "count what an index holds" : "check an index: structure, counts, hashes, vectors")
      .requiredOption("--index <file.db>", "the index")
      .option("--json", "write one JSON value to stdout and nothing else")
      .addHelpText("after", `\nExample:\n  evigraph index ${name} --index articles.db`)
      .action(async (options: IndexOptions) => {
        process.exitCode = await (await import("../index-check.ts")).checkIndexFile(name, options);
      });
  }
};
