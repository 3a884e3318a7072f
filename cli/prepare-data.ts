import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readEnv } from "../clients/env.ts";
import { articlesOfGolden } from "../evaluation/articles-of-golden.ts";
import { collectionOfGolden } from "../evaluation/collection-of-golden.ts";
import { CONVERTERS } from "../evaluation/converters/all-converters.ts";
import { type Converter, jsonLines, judgedLines } from "../evaluation/converters/converter.ts";
import { DATA_SETS } from "../evaluation/datasets.ts";
import { findData } from "../evaluation/find-data.ts";
import { readBioasqGolden } from "../formats/bioasq-questions.ts";
import { readJsonLines } from "../formats/json-lines.ts";
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
  const prepare = PREPARE[name];
  if (prepare === undefined) throw wrong(`--prepare ${name}: ${set.converter}. Source: ${set.source}.`);
  if (from === undefined) throw wrong(`--prepare ${name}: --from FOLDER is missing; it holds ${prepare.holds}.`);
  const { EVIGRAPH_DATA: dataFolder } = readEnv();
  if (dataFolder === undefined) throw missing("EVIGRAPH_DATA is not set; it names the folder of public data sets.");
  const made = prepare.make(from, (file, content) => writeWhole(join(dataFolder, name, file), content));
  const { other } = findData(name, dataFolder);
  process.stdout.write(`Written: ${join(dataFolder, name)}: ${made}\n`);
  process.stdout.write(
    other.length === 0
      ? "Their content is that of the expected scores.\n"
      : `Their content is not that of the expected scores: ${other.join(", ")}. Conditions run on them, and say so.\n`,
  );
  return EXIT.done;
};

type Write = (file: string, content: string) => void;

/** Reads the published form, writes the files and says what they hold. */
const makeSnippets = (from: string, write: Write): string => {
  const files = goldenFiles(from);
  const batches = files.map((file) => ({
    batch: file.replace(/(?:_golden)?\.json$/, ""),
    questions: readBioasqGolden(readFileSync(join(from, file), "utf8"), file, { repeatedIds: "keepFirst" }),
  }));
  const { documents, train, dev } = collectionOfGolden(batches, (batch) => batch.startsWith("11B"));
  write("docs.jsonl", jsonLines(documents));
  for (const [split, { queries, qrels }] of Object.entries({ train, dev })) {
    write(`queries.${split}.jsonl`, jsonLines(queries));
    write(`qrels.${split}.tsv`, judgedLines(qrels));
  }
  return `${documents.length} documents, ${train.queries.length} train and ${dev.queries.length} dev questions of ${files.length} files`;
};

const makeAbstracts = (from: string, write: Write): string => {
  const golden = goldenFiles(join(from, "golden"))
    .filter((file) => file.startsWith("11B"))
    .flatMap((file) => readBioasqGolden(readFileSync(join(from, "golden", file), "utf8"), file));
  const file = "abstracts/articles-11B.jsonl";
  const texts = readJsonLines(readFileSync(join(from, file), "utf8"), file).flatMap(({ value }) => {
    const { pmid, text } = WholeText.parse(value);
    return pmid === null ? [] : [{ pmid, text }];
  });
  const { articles, questions, counts } = articlesOfGolden(texts, golden);
  write("docs.jsonl", jsonLines(articles));
  const written = questions.map(({ exactAnswer, idealAnswers, ...question }) => ({
    ...question,
    ...(exactAnswer === null ? {} : { exact_answer: exactAnswer }),
    ideal_answer: idealAnswers,
  }));
  write("golden.json", `${JSON.stringify({ questions: written }, null, 2)}\n`);
  const { documents, withText, resolved, snippets, snippetsResolved } = counts;
  return `${resolved} articles (of ${documents} gold documents ${withText} have a text; the title's end was found in ${resolved}), ${questions.length} questions, ${snippetsResolved} of ${snippets} snippets in texts`;
};

const WholeText = z.object({ pmid: z.string().nullable(), text: z.string() });

type Prepare = { holds: string; make: (from: string, write: Write) => string };

/** Reads each published file of a converter and writes what it makes. */
const byConverter = ({ reads, convert }: Converter): Prepare => ({
  holds: reads.join(", "),
  make: (from, write) => {
    const absent = reads.filter((file) => !existsSync(join(from, file)));
    if (absent.length > 0) throw wrong(`--from ${from}: it lacks ${absent.join(", ")}.`);
    const { files, made } = convert(new Map(reads.map((file) => [file, readFileSync(join(from, file))])));
    for (const [file, content] of Object.entries(files)) write(file, content);
    return made;
  },
});

const PREPARE: Readonly<Record<string, Prepare>> = {
  ...Object.fromEntries([...CONVERTERS].map(([name, converter]) => [name, byConverter(converter)])),
  "bioasq-snippets": { holds: "the golden batches, *_golden.json", make: makeSnippets },
  "bioasq-11B-abstracts": { holds: "golden/11B*_golden.json and abstracts/articles-11B.jsonl", make: makeAbstracts },
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
