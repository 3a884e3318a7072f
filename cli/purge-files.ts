import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { wrong } from "./command-fault.ts";

const TEXT = /^[0-9a-f]{64}(\.\d+\.tmp)?$/;
const RECORDING = /^[0-9a-f]{64}\.json(\.\d+\.tmp)?$/;

/**
 * Remove a file of checkpoints (--checkpoint) and the notes beside it (FILE.texts).
 *
 * In: path. Out: what was removed. A file that holds no checkpoints is a CommandFault (exit 2), and is left alone.
 */
export const purgeCheckpoint = (file: string): string[] => {
  const texts = `${file}.texts`;
  if (!existsSync(file) && !existsSync(texts)) throw wrong(`--checkpoint ${file}: there is no such file. Nothing was removed.`);
  if (existsSync(file) && !holdsCheckpoints(file))
    throw wrong(`--checkpoint ${file}: this file holds no checkpoints. Nothing was removed.`);
  const files = ["", "-wal", "-shm", "-journal"].map((suffix) => file + suffix).filter((path) => existsSync(path));
  for (const path of files) rmSync(path);
  return existsSync(texts) ? [...files, ...purgeMatching(texts, TEXT)] : files;
};

/**
 * Remove a folder of recordings (--record).
 *
 * In: folder. Out: what was removed. A folder without recordings is a CommandFault (exit 2); other files in it are left alone, and the folder with them.
 */
export const purgeRecordings = (folder: string): string[] => {
  if (!existsSync(folder)) throw wrong(`--record ${folder}: there is no such folder. Nothing was removed.`);
  const shelves = readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name) && lstatSync(join(folder, name)).isDirectory());
  const holding = shelves.filter((name) => readdirSync(join(folder, name)).some((file) => RECORDING.test(file)));
  if (holding.length === 0) throw wrong(`--record ${folder}: this folder holds no recordings. Nothing was removed.`);
  for (const name of holding) purgeMatching(join(folder, name), RECORDING);
  rmSync(join(folder, "CLASS"), { force: true });
  removeEmpty(folder);
  return [folder];
};

const holdsCheckpoints = (file: string): boolean => {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'").get() !== undefined;
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return false; // no database at all
    throw error;
  }
};

const purgeMatching = (folder: string, wanted: RegExp): string[] => {
  for (const name of readdirSync(folder)) if (wanted.test(name)) rmSync(join(folder, name));
  removeEmpty(folder);
  return [folder];
};

const removeEmpty = (folder: string): void => {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
};
