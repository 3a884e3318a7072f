import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../clients/env.ts";
import { contentHash } from "./content-hash.ts";
import { DATA_SETS, type DataSet, howToGet } from "./datasets.ts";

/** Data that a condition needs and that is not there; the message says how to get it. */
export class DataMissing extends Error {
  override readonly name = "DataMissing";
}

/** A data set at hand: its folder, the hash of each file's content, and the files that are not those of the expected scores. */
export type FoundData = { folder: string; hashes: Record<string, string>; other: string[] };

/**
 * Find a data set in the folder of public data, or the demo in the package.
 *
 * In: name ("demo" for the package's own), the folder EVIGRAPH_DATA (undefined where it is not set). Out: where it lies and what it is.
 * If a file is absent: a DataMissing that says how to get it. An unknown name is a bug and throws.
 */
export function findData(name: string, dataFolder: string | undefined): FoundData {
  if (name === "demo") return hashed(join(packageRoot(), "data", "demo"), DEMO_FILES, undefined);
  const set = DATA_SETS.find((known) => known.name === name);
  if (set === undefined) throw new Error(`There is no data set ${name}.`);
  if (dataFolder === undefined)
    throw new DataMissing(`EVIGRAPH_DATA is not set; it names the folder of public data sets.\n${howToGet(set)}`);
  const folder = join(dataFolder, name);
  const absent = Object.keys(set.files).filter((file) => !existsSync(join(folder, file)));
  if (absent.length > 0) throw new DataMissing(`${folder} lacks ${absent.join(", ")}.\n${howToGet(set)}`);
  return hashed(folder, Object.keys(set.files), set.files);
}

/**
 * Name the files of a data set that differ from those that this version knows.
 *
 * In: name ("demo" for the package's own), content hashes of the files that a run read. Out: names, sorted; a file that the run did not read, or that is not known here, is among them.
 */
export function otherFiles(name: string, had: Readonly<Record<string, string>>): string[] {
  const known = knownFiles(name);
  return [...new Set([...Object.keys(known), ...Object.keys(had)])].filter((file) => known[file] !== had[file]).toSorted();
}

/** Name the files of a data set and the hash of each one's content on which the expected scores were measured. In: name. Out: hash by file. An unknown name is a bug and throws. */
export function knownFiles(name: string): Readonly<Record<string, string>> {
  const set = DATA_SETS.find((known) => known.name === name);
  const known = name === "demo" ? findData(name, undefined).hashes : set?.files;
  if (known === undefined) throw new Error(`There is no data set ${name}.`);
  return known;
}

function hashed(folder: string, files: readonly string[], known: DataSet["files"] | undefined): FoundData {
  const hashes = Object.fromEntries(files.map((file) => [file, contentHash(readFileSync(join(folder, file)), file)]));
  return { folder, hashes, other: known === undefined ? [] : files.filter((file) => hashes[file] !== known[file]) };
}

const DEMO_FILES = [
  "archehr/archehr-qa-subtask4.xml",
  "archehr/archehr-qa_key.json",
  "bioasq/corpus.jsonl",
  "bioasq/golden.json",
  "bioasq/questions.json",
];
