import { type Command, Option } from "commander";
import { type RunOptions, withRunOptions } from "../run-options.ts";

export type BioasqOptions = RunOptions & {
  questions?: string;
  phase: "A" | "A+" | "B";
  index?: string;
  source?: "local" | "pubmed" | "both" | "opensearch";
  opensearch?: string;
  dateTo?: string;
  training?: string;
  lexicon?: string;
  out?: string;
  question?: string;
  type?: "yesno" | "factoid" | "list" | "summary";
};

/** Add `bioasq run`. */
export const addBioasq = (root: Command): void => {
  const bioasq = root.command("bioasq").description("answer biomedical questions from PubMed articles");
  withRunOptions(
    bioasq
      .command("run")
      .description("run the bioasq graph on a test set, or on one question")
      .option("--questions <file.json>", "questions in BioASQ's format")
      .addOption(
        new Option("--phase <phase>", "A documents and snippets, A+ also answers, B answers from given ones")
          .choices(["A", "A+", "B"])
          .default("A+"),
      )
      .option("--index <file.db>", "local article index (evigraph index build)")
      .addOption(
        new Option(
          "--source <source>",
          "where articles come from: local with --index, opensearch with --opensearch, else pubmed",
        ).choices(["local", "pubmed", "both", "opensearch"]),
      )
      .option("--opensearch <name>", "article index on the server that OPENSEARCH_URL names (default: evigraph)")
      .option("--date-to <date>", "only articles up to this date (YYYY, YYYY-MM or YYYY-MM-DD)")
      .option("--training <file.json>", "golden or training file whose similar questions lend key terms")
      .option(
        "--lexicon <file.db>",
        "other names from MeSH and HGNC (evigraph lexicon build); without it the built-in lists alone",
      )
      .option("--cross-encoder <name>", "cross-encoder that ranks the best articles anew, a folder of data/models")
      .option("--out <dir>", "run folder: results.jsonl, manifest.json, submission.json, documents.trec")
      .option("--question <text>", "one question")
      .addOption(
        new Option("--type <type>", "type of the one question; without it the graph decides").choices([
          "yesno",
          "factoid",
          "list",
          "summary",
        ]),
      ),
  )
    .addHelpText(
      "after",
      '\nExample:\n  evigraph bioasq run --questions testset.json --phase A+ --index articles.db --out runs/batch1\n  evigraph bioasq run --question "Is metformin used in PCOS?" --index articles.db',
    )
    .action(async (options: BioasqOptions) => {
      process.exitCode = await (await import("../bioasq-run.ts")).runBioasq(options);
    });
};
