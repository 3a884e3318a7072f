import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { choosePages, createTables, type IndexDatabase, readMeta, writeMeta } from "./schema.ts";

/**
 * Open the file of an unfinished build: the one a killed build left, where its key is the same, else a new one.
 *
 * Holds the file's lock until it is closed, so that a second build of the same index throws SQLITE_BUSY.
 */
export const openBuilding = (building: string, key: string | undefined): IndexDatabase => {
  if (existsSync(building)) {
    const left = openLocked(building);
    if (left !== undefined && key !== undefined && keyOf(left) === key) return left;
    if (left === undefined) removeFiles(building);
    else discardBuilding(left);
  }
  const database = openLocked(building);
  if (database === undefined) throw new Error(`${building} was removed and is there again`);
  database.transaction(() => {
    createTables(database);
    writeMeta(database, "stage", "articles");
    if (key !== undefined) writeMeta(database, "key", key);
  })();
  return database;
};

/** Close the finished build and put it where the old index was, in one step and on the disk. */
export const moveIntoPlace = (database: IndexDatabase, file: string): void => {
  // A finished index has no write-ahead log beside it, so that it can be read from a read-only folder.
  database.pragma("journal_mode = DELETE");
  database.close();
  flush(database.name);
  renameSync(database.name, file);
  flush(dirname(file));
};

/** Close an unfinished build and remove it. */
export const discardBuilding = (database: IndexDatabase): void => {
  database.close();
  removeFiles(database.name);
};

const removeFiles = (building: string): void => {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(building + suffix, { force: true });
};

const keyOf = (database: IndexDatabase): string | undefined => {
  const hasTables = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'meta'").get() !== undefined;
  return hasTables ? readMeta(database, "key") : undefined;
};

/** Each checkpoint waits for the disk (pages, 64 MB). */
const PAGES_A_CHECKPOINT = 4096;

/** Undefined where the file is no database: what a build leaves is never that, but a disk may fail. */
const openLocked = (building: string): IndexDatabase | undefined => {
  const database = new Database(building, { timeout: 0 });
  try {
    database.pragma("locking_mode = EXCLUSIVE");
    choosePages(database);
    database.pragma("journal_mode = WAL");
    database.pragma(`wal_autocheckpoint = ${PAGES_A_CHECKPOINT}`);
    database.pragma("synchronous = NORMAL");
    database.pragma("cache_size = -65536");
    database.exec("BEGIN IMMEDIATE; COMMIT");
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && "code" in error && /^SQLITE_(NOTADB|CORRUPT)/.test(String(error.code))) return undefined;
    throw error;
  }
};

const flush = (path: string): void => {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
