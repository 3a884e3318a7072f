// Write the article vectors of an Evigraph index (evigraph index build) for mining: node training/vectors-from-index.mjs INDEX.db OUT_FOLDER
// Out: vectors.i8 (one row of int8 an article) and ids.json (their ids, in the same order), with the name of the encoder.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

const [file, folder] = process.argv.slice(2);
if (file === undefined || folder === undefined) throw new Error("Give an index and a folder to write to.");
const database = new Database(file, { readonly: true });
const rows = database.prepare("SELECT pmid, embedding FROM vectors JOIN articles USING (doc) ORDER BY doc").all();
const meta = Object.fromEntries(
  database
    .prepare("SELECT key, value FROM meta")
    .all()
    .map(({ key, value }) => [key, value]),
);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "vectors.i8"), Buffer.concat(rows.map(({ embedding }) => embedding)));
const about = { model: meta.model, weightsSha256: meta.weightsSha256, dimensions: Number(meta.dimensions) };
writeFileSync(join(folder, "ids.json"), JSON.stringify({ ...about, ids: rows.map(({ pmid }) => pmid) }));
console.log(`${rows.length} vectors of ${meta.model} in ${folder}`);
