import { type Command, InvalidArgumentError, Option } from "commander";

/** How a score sheet is shown; Markdown for people unless another form is asked for. */
export type ShowOptions = { json?: boolean; csv?: boolean; markdown?: boolean; perItem?: boolean };
export type ScoreBioasqOptions = ShowOptions & { gold: string; submission: string; version: "2" | "3" | "5" | "8" | "9" };
export type ScoreArchehrOptions = ShowOptions & {
  cases: string;
  key: string;
  subtask: "1" | "2" | "3" | "4";
  submission: string;
  year: "2025" | "2026";
  citations: "ids" | "characters";
};
export type ScoreTrecOptions = ShowOptions & { qrels: string; run: string; measures?: string[] };

const names = (value: string): string[] => {
  const list = value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (list.length === 0) throw new InvalidArgumentError("expected names such as map,ndcg_cut_10.");
  return list;
};

const withShow = (command: Command): Command =>
  command
    .addOption(new Option("--json", "write one JSON value to stdout and nothing else").conflicts(["csv", "markdown"]))
    .addOption(new Option("--csv", "write comma-separated values").conflicts("markdown"))
    .option("--markdown", "write Markdown tables (also the form for people)")
    .option("--per-item", "show each item's values too; with --csv, those alone");

/** Add `score bioasq`, `score archehr` and `score trec`. */
export const addScore = (root: Command): void => {
  const score = root.command("score").description("score files as the official tools of a shared task do");
  withShow(
    score
      .command("bioasq")
      .description("documents, snippets, exact and ideal answers: the official measures, and honest ones beside them")
      .requiredOption("--gold <file.json>", "golden file")
      .requiredOption("--submission <file.json>", "submission (- for standard input)")
      .addOption(
        new Option("--version <n>", "rules of the official evaluator: 2 for BioASQ 1-2, 3 for 3-4, 5 for 5-7, 8, 9 since 9")
          .choices(["2", "3", "5", "8", "9"])
          .default("9"),
      ),
  )
    .addHelpText("after", "\nExample:\n  evigraph score bioasq --gold golden.json --submission submission.json --json")
    .action(async (options: ScoreBioasqOptions) => {
      process.exitCode = (await import("../score-run.ts")).scoreBioasqFile(options);
    });
  withShow(
    score
      .command("archehr")
      .description("one subtask of ArchEHR-QA, 0-100")
      .requiredOption("--cases <file.xml>", "cases")
      .requiredOption("--key <file.json>", "gold labels")
      .addOption(
        new Option("--subtask <n>", "1 question, 2 evidence, 3 answer, 4 alignment")
          .choices(["1", "2", "3", "4"])
          .makeOptionMandatory(),
      )
      .requiredOption("--submission <file.json>", "submission (- for standard input)")
      .addOption(
        new Option("--year <year>", "whose rule the plain lenient_ measures follow").choices(["2025", "2026"]).default("2026"),
      )
      .addOption(
        new Option(
          "--citations <reading>",
          "how citations that the key writes as a text are read; characters is the official script's",
        )
          .choices(["ids", "characters"])
          .default("ids"),
      ),
  )
    .addHelpText(
      "after",
      "\nExample:\n  evigraph score archehr --cases archehr-qa.xml --key archehr-qa_key.json --subtask 2 --submission submission.json",
    )
    .action(async (options: ScoreArchehrOptions) => {
      process.exitCode = await (await import("../score-run.ts")).scoreArchehrFile(options);
    });
  withShow(
    score
      .command("trec")
      .description("a run against relevance judgements, as trec_eval does")
      .requiredOption("--qrels <file.tsv>", "judgements: query, document, grade")
      .requiredOption("--run <file.trec>", "run (- for standard input)")
      .option("--measures <names>", "map, ndcg, recip_rank, bpref, map_cut_K, ndcg_cut_K, recall_K, P_K; commas between", names),
  )
    .addHelpText(
      "after",
      "\nExample:\n  evigraph score trec --qrels qrels.tsv --run bm25.trec --measures map,ndcg_cut_10,recall_100",
    )
    .action(async (options: ScoreTrecOptions) => {
      process.exitCode = (await import("../score-run.ts")).scoreTrecFile(options);
    });
};
