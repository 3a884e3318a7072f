import { type IndexDatabase, readMeta, writeMeta } from "./schema.ts";

/** The model that made an index's vectors. */
export type IndexModel = { name: string; weightsSha256: string; dimensions: number };

/** Read which model made the vectors; undefined where the index has none. */
export const modelOf = (database: IndexDatabase): IndexModel | undefined => {
  const [name, weightsSha256] = [readMeta(database, "model"), readMeta(database, "weightsSha256")];
  if (name === undefined || weightsSha256 === undefined) return undefined;
  return { name, weightsSha256, dimensions: Number(readMeta(database, "dimensions")) };
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

/** Read stored vectors by pmid; articles without one are left out. */
export const vectorsOf = (database: IndexDatabase, pmids: readonly string[]): Map<string, Int8Array> => {
  const one = database.prepare<[string], { embedding: Buffer }>(
    "SELECT embedding FROM vectors WHERE doc = (SELECT doc FROM articles WHERE pmid = ?)",
  );
  const found = pmids.flatMap((pmid) => {
    const row = one.get(pmid);
    return row === undefined ? [] : [{ pmid, vector: new Int8Array(row.embedding) }];
  });
  return new Map(found.map(({ pmid, vector }) => [pmid, vector]));
};
