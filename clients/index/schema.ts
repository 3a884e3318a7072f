import type Database from "better-sqlite3";
import { countOf, textOf } from "./damaged-index.ts";

/** Bytes 68-71 of the file: "EvGr". A file without them is never overwritten or read as an index. */
export const APPLICATION_ID = 0x45764772;

/** Raise when a table, the postings' layout or the rules of index-words.ts change. */
export const SCHEMA_VERSION = 2;

/** A segment holds the articles whose doc number shares the upper bits, so that a posting needs 16 bits. */
export const SEGMENT_BITS = 16;
export const SEGMENT_SIZE = 2 ** SEGMENT_BITS;

/** Bits of `segments.flags`, one byte an article. */
export const RETRACTED = 1;
export const ABSENT = 2;

/** Lists of frequent words are megabytes long: the larger the pages, the fewer reads (bytes). */
const PAGE_SIZE = 16_384;

// articles: `doc` is the number of the record that brought the article, counted over the whole source from 1; see stage-articles.ts.
// postings: one row a word and segment; `list` is docs (uint16) then counts (uint8), see postings.ts; `blocks`, see posting-blocks.ts.
const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE articles (
  doc INTEGER PRIMARY KEY, pmid TEXT NOT NULL UNIQUE, title TEXT NOT NULL, sections TEXT NOT NULL,
  year INTEGER, journal TEXT, mesh TEXT, types TEXT, retracted INTEGER, hash BLOB NOT NULL
);
CREATE TABLE segments (
  segment INTEGER PRIMARY KEY, articles INTEGER NOT NULL, words INTEGER NOT NULL,
  lengths BLOB NOT NULL, years BLOB NOT NULL, flags BLOB NOT NULL
);
CREATE TABLE postings (
  segment INTEGER NOT NULL, word TEXT NOT NULL, articles INTEGER NOT NULL, blocks BLOB,
  list BLOB NOT NULL, PRIMARY KEY (segment, word)
) WITHOUT ROWID;
`;

export type IndexDatabase = Database.Database;

/** Add one row of postings: segment, word, articles, blocks, list. */
export const INSERT_POSTINGS = "INSERT INTO postings VALUES (?, ?, ?, ?, ?)";

/** Add one row of segments: segment, articles, words, lengths, years, flags. */
export const INSERT_SEGMENT = "INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?)";

/** Choose the size of a new file's pages; without effect on a file that has any. */
export const choosePages = (database: IndexDatabase): void => void database.pragma(`page_size = ${PAGE_SIZE}`);

/** Create the tables of a new index in an empty database. */
export const createTables = (database: IndexDatabase): void => {
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.exec(TABLES);
  database.pragma(`user_version = ${SCHEMA_VERSION}`);
};

/** Create the tables of vectors: int8 by article, and their signs by segment for a first pass over large corpora; see write-vectors.ts. */
export const createVectorTables = (database: IndexDatabase): void => {
  database.exec(
    `CREATE TABLE IF NOT EXISTS vectors (doc INTEGER PRIMARY KEY, embedding BLOB NOT NULL);
     CREATE TABLE IF NOT EXISTS signs (segment INTEGER PRIMARY KEY, signs BLOB NOT NULL)`,
  );
};

/** Read one value of the `meta` table; undefined where it was never written. Throws DamagedIndex for one that is no text. */
export const readMeta = (database: IndexDatabase, key: string): string | undefined => {
  const row = database.prepare<[string], { value: unknown }>("SELECT value FROM meta WHERE key = ?").get(key);
  return row === undefined ? undefined : textOf(row.value, `meta ${key}`);
};

/** Read a count of the `meta` table. Throws DamagedIndex where none stands there. */
export const readCount = (database: IndexDatabase, key: string): number =>
  countOf(Number(readMeta(database, key) ?? Number.NaN), `meta ${key}`);

/** Articles whose text was longer than the encoder reads (count). Out: null in an index that was built without vectors, or before this was counted. */
export const truncatedOf = (database: IndexDatabase): number | null => {
  const written = readMeta(database, "truncated");
  return written === undefined ? null : Number(written);
};

/** Write one value of the `meta` table. */
export const writeMeta = (database: IndexDatabase, key: string, value: string | number): void => {
  database
    .prepare("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
    .run(key, String(value));
};
