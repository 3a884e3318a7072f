import { bytesOf, countOf } from "./damaged-index.ts";
import { type IndexDatabase, readCount, readMeta, writeMeta } from "./schema.ts";

/** The model that made an index's vectors. */
export type IndexModel = { name: string; weightsSha256: string; dimensions: number };

const MOST_DIMENSIONS = 65_536;

/** Read which model made the vectors; undefined where the index has none. Throws DamagedIndex where its dimensions are no count. */
export const modelOf = (database: IndexDatabase): IndexModel | undefined => {
  const [name, weightsSha256] = [readMeta(database, "model"), readMeta(database, "weightsSha256")];
  if (name === undefined || weightsSha256 === undefined) return undefined;
  return { name, weightsSha256, dimensions: countOf(readCount(database, "dimensions"), "dimensions", MOST_DIMENSIONS) };
};

/** Write which model makes the vectors. */
export const writeModel = (database: IndexDatabase, { name, weightsSha256, dimensions }: IndexModel): void => {
  writeMeta(database, "model", name);
  writeMeta(database, "weightsSha256", weightsSha256);
  writeMeta(database, "dimensions", dimensions);
};

/** Tell whether an index has a table of vectors. */
export const hasVectors = (database: IndexDatabase): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'vectors'").get() !== undefined;

/** Read stored vectors of so many numbers by pmid; articles without one are left out. Throws DamagedIndex for one of another length. */
export const vectorsOf = (database: IndexDatabase, pmids: readonly string[], dimensions: number): Map<string, Int8Array> => {
  const one = database.prepare<[string], { embedding: unknown }>(
    "SELECT embedding FROM vectors WHERE doc = (SELECT doc FROM articles WHERE pmid = ?)",
  );
  const found = pmids.flatMap((pmid) => {
    const row = one.get(pmid);
    return row === undefined
      ? []
      : [{ pmid, vector: new Int8Array(bytesOf(row.embedding, `the vector of ${pmid}`, dimensions)) }];
  });
  return new Map(found.map(({ pmid, vector }) => [pmid, vector]));
};
