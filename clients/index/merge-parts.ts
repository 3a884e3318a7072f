import { InputFault } from "../../formats/input-fault.ts";
import { modelOf } from "./index-model.ts";
import { type IndexDatabase, readMeta } from "./schema.ts";
import { readShard, type Shard } from "./shard.ts";

/**
 * Check that files are the parts of one index.
 *
 * Out: what is missing of them, in words; undefined where they are whole. Throws InputFault, naming the file, for one that is no part, is given twice, or was
 * made from another source, in another number of parts or with another encoder than the first.
 */
export const checkParts = (files: readonly string[], databases: readonly IndexDatabase[]): string | undefined => {
  const parts = files.map((file, at) => partOf(file, databases[at]!)); // opened one by one
  const [first] = parts;
  if (first === undefined) return "No part is named: name every file that index build --shard i/n made.";
  const seen = new Map<number, string>();
  for (const { file, shard, source, model } of parts) {
    const differs = (field: string, expected: string, found: string): InputFault =>
      new InputFault({ file, where: `part ${shard.part}`, field, expected, found });
    if (shard.of !== first.shard.of)
      throw differs("shard", `one of ${first.shard.of} parts, as ${first.file}`, `one of ${shard.of}`);
    if (source !== first.source) throw differs("source", `the articles that ${first.file} was built from`, "other articles");
    if (model !== first.model) throw differs("model", `${first.model}, as ${first.file}`, model);
    const same = seen.get(shard.part);
    if (same !== undefined) throw differs("shard", "each part once", `the part that ${same} is`);
    seen.set(shard.part, file);
  }
  const absent = Array.from({ length: first.shard.of }, (_, at) => at + 1).filter((part) => !seen.has(part));
  if (absent.length === 0) return undefined;
  return `Missing of ${first.shard.of} parts: ${absent.join(", ")}. Build each with index build --shard ${absent[0]}/${first.shard.of}, and name them all.`;
};

type Part = { file: string; shard: Shard; source: string; model: string };

const partOf = (file: string, database: IndexDatabase): Part => {
  const shard = readShard(readMeta(database, "shard") ?? "");
  if (shard === undefined) {
    const expected = "a part, made by index build --shard i/n";
    throw new InputFault({ file, where: "its description", field: "shard", expected, found: "an index that was built whole" });
  }
  const model = modelOf(database);
  return {
    file,
    shard,
    source: `${readMeta(database, "taken")} ${readMeta(database, "sourceSha256")}`,
    model: model === undefined ? "no vectors" : `vectors of ${model.name} (weights ${model.weightsSha256.slice(0, 12)})`,
  };
};
