import { statSync } from "node:fs";
import { type IndexModel, modelOf } from "./index-model.ts";
import { type IndexDatabase, readCount, readMeta, SCHEMA_VERSION, truncatedOf } from "./schema.ts";

/** What an index holds. Years are null where no article has one. */
export type IndexStats = {
  file: string;
  /** Size of the file (bytes). */
  bytes: number;
  version: number;
  articles: number;
  /** Indexed words of all articles, repeats included (count). */
  words: number;
  segments: number;
  vectors: number;
  /** Articles whose text was longer than the encoder reads (count); null where the build did not tell. */
  truncated: number | null;
  model: IndexModel | null;
  retracted: number;
  withoutAbstract: number;
  withoutYear: number;
  firstYear: number | null;
  lastYear: number | null;
  /** Hash of all articles: the same for the same source on every machine. */
  articlesSha256: string;
};

/** Count what an index holds. */
export const statsOf = (database: IndexDatabase, file: string): IndexStats => {
  type Counts = Pick<IndexStats, "retracted" | "withoutAbstract" | "withoutYear" | "firstYear" | "lastYear">;
  const counts = database
    .prepare<[], Counts>(
      `SELECT count(*) FILTER (WHERE retracted = 1) AS retracted, count(*) FILTER (WHERE sections = '[]') AS withoutAbstract,
       count(*) FILTER (WHERE year IS NULL) AS withoutYear, min(year) AS firstYear, max(year) AS lastYear FROM articles`,
    )
    .get()!; // an aggregate has always a row
  const segments = database.prepare<[], { n: number }>("SELECT count(*) AS n FROM segments").get()!.n; // as above
  const number = (key: string): number => readCount(database, key);
  return {
    file,
    bytes: statSync(file).size,
    version: SCHEMA_VERSION,
    articles: number("articles"),
    words: number("words"),
    segments,
    vectors: number("vectors"),
    truncated: truncatedOf(database),
    model: modelOf(database) ?? null,
    ...counts,
    articlesSha256: readMeta(database, "articlesSha256") ?? "",
  };
};
