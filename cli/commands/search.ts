import { type Command, InvalidArgumentError, Option } from "commander";
import { atLeastOne, list } from "../run-options.ts";

export type SearchOptions = {
  index?: string;
  opensearch?: string;
  allowHost: string[];
  class?: "phi" | "public";
  query?: string;
  queries?: string;
  ranker: "bm25" | "dense" | "hybrid" | "rerank";
  top: number;
  run?: string;
  profile?: "paper" | "best";
  encoder?: string;
  crossEncoder?: string;
  lexicon?: string;
  offline?: boolean;
  record?: string;
  replay?: string;
  limit?: number;
  ids?: string[];
  concurrency: number;
  set: string[];
  json?: boolean;
  quiet?: boolean;
};

const top = (value: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > 10_000)
    throw new InvalidArgumentError("expected a whole number from 1 to 10000.");
  return number;
};

/** Add `search`. */
export const addSearch = (root: Command): void => {
  root
    .command("search")
    .description("rank the articles of an index for one query or a file of queries")
    .option("--index <file.db>", "local article index")
    .option("--opensearch <name>", "article index on the server that OPENSEARCH_URL names")
    .option("--query <text>", "one query")
    .option("--queries <file.jsonl>", "lines {id, text}")
    .addOption(
      new Option("--ranker <ranker>", "rerank is the profile's whole retrieval")
        .choices(["bm25", "dense", "hybrid", "rerank"])
        .default("rerank"),
    )
    .option("--top <n>", "articles a query", top, 100)
    .option("--run <file.trec>", "write a TREC run")
    .addOption(new Option("--profile <name>", "settings as published, or as measured to be better").choices(["paper", "best"]))
    .option(
      "--set <key=value>",
      "change any setting; may be given again",
      (value: string, before: string[]) => [...before, value],
      [],
    )
    .option("--encoder <name>", "sentence encoder, a folder of data/models: the one that made the index")
    .option(
      "--cross-encoder <name>",
      "for rerank: cross-encoder that ranks the best articles anew, at most crossEncoderTop of them, a folder of data/models",
    )
    .option("--lexicon <file.db>", "for rerank: other names from MeSH and HGNC (evigraph lexicon build)")
    .option(
      "--allow-host <host>",
      "let queries of class phi reach this host; may be given again",
      (value: string, before: string[]) => [...before, value],
      [],
    )
    .option("--offline", "allow no network at all")
    .addOption(new Option("--record <dir>", "record every model and OpenSearch call in a folder").conflicts("replay"))
    .option("--replay <dir>", "answer every call from a folder of recordings")
    .option("--limit <n>", "run only the first n queries", atLeastOne)
    .option("--ids <a,b>", "run only these queries", list)
    .option("--concurrency <n>", "queries at once", atLeastOne, 1)
    .addOption(new Option("--class <class>", "class of the queries' text (default: public)").choices(["phi", "public"]))
    .option("--json", "write one JSON value to stdout and nothing else")
    .option("--quiet", "no progress on stderr")
    .addHelpText(
      "after",
      '\nExample:\n  evigraph search --index articles.db --queries queries.jsonl --ranker bm25 --run bm25.trec\n  evigraph search --opensearch pubmed --query "metformin in polycystic ovary syndrome"',
    )
    .action(async (options: SearchOptions) => {
      process.exitCode = await (await import("../search-run.ts")).runSearch(options);
    });
};
