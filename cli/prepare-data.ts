import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readEnv } from "../clients/env.ts";
import { collectionOfGolden } from "../evaluation/collection-of-golden.ts";
import { DATA_SETS } from "../evaluation/datasets.ts";
import { readBioasqGolden } from "../formats/bioasq-questions.ts";
import { EXIT, type ExitCode, missing, wrong } from "./command-fault.ts";
import { nearest } from "./nearest.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Make a data set's files from its published form.
 *
 * In: the data set's name, the folder of its published form. Out: exit code 0; the files lie in EVIGRAPH_DATA. A data set that needs no converter, or another tool, is exit 2 and says what to do.
 */
export const prepareData = (name: string, from: string | undefined): ExitCode => {
  const set = DATA_SETS.find((known) => known.name === name);
  if (set === undefined)
    throw wrong(
      `--prepare ${name}: there is no such data set.${nearest(
        name,
        DATA_SETS.map((known) => known.name),
      )}`,
    );
  if (name !== "bioasq-snippets") throw wrong(`--prepare ${name}: ${set.converter}. Source: ${set.source}.`);
  if (from === undefined)
    throw wrong("--prepare bioasq-snippets: --from FOLDER is missing; it holds the golden batches, *_golden.json.");
  const { EVIGRAPH_DATA: dataFolder } = readEnv();
  if (dataFolder === undefined) throw missing("EVIGRAPH_DATA is not set; it names the folder of public data sets.");
  const files = goldenFiles(from);
  const batches = files.map((file) => ({
    batch: file.replace(/(?:_golden)?\.json$/, ""),
    questions: readBioasqGolden(readFileSync(join(from, file), "utf8"), file, { repeatedIds: "keepFirst" }),
  }));
  const { documents, train, dev } = collectionOfGolden(batches, (batch) => batch.startsWith("11B"));
  const write = (file: string, lines: readonly unknown[]) =>
    writeWhole(
      join(dataFolder, name, file),
      lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
    );
  const header = "query-id\tcorpus-id\tscore";
  write("docs.jsonl", documents);
  for (const [split, { queries, qrels }] of Object.entries({ train, dev })) {
    write(`queries.${split}.jsonl`, queries);
    write(`qrels.${split}.tsv`, [header, ...qrels.map(({ query, document, grade }) => `${query}\t${document}\t${grade}`)]);
  }
  process.stdout.write(
    `Written: ${join(dataFolder, name)}: ${documents.length} documents, ${train.queries.length} train and ${dev.queries.length} dev questions of ${files.length} files\n`,
  );
  return EXIT.done;
};

const goldenFiles = (folder: string): string[] => {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw wrong(`--from ${folder}: there is no such folder.`);
  }
  const golden = names.filter((file) => /_golden\.json$|^training.*\.json$/.test(file)).toSorted();
  if (golden.length === 0) throw wrong(`--from ${folder}: it holds no *_golden.json and no training*.json.`);
  return golden;
};
