import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { wrong } from "./command-fault.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Take a folder for this process alone.
 *
 * In: folder. Out: a function that gives it free. A folder in which a living process is at work is a CommandFault (exit 2).
 * The lock is the operating system's own, on an empty SQLite file: it ends with its process, so a killed run leaves nothing to take
 * over. The file beside it only tells people who holds it.
 */
export const lockFolder = (folder: string): (() => void) => {
  const database = new Database(join(folder, "run.lock"), { timeout: 0 });
  const holder = join(folder, "run.pid");
  try {
    database.exec("BEGIN IMMEDIATE"); // held until the file is closed
  } catch (error) {
    database.close();
    if (!(error instanceof Database.SqliteError && error.code === "SQLITE_BUSY")) throw error;
    throw wrong(`${holderNamed(holder)} is at work in ${folder}; wait for it, or take another --out.`);
  }
  writeWhole(holder, String(process.pid), 0o600);
  return () => {
    if (database.open) rmSync(holder, { force: true }); // while it is still ours
    database.close();
  };
};

const holderNamed = (file: string): string => {
  try {
    return `Process ${readFileSync(file, "utf8")}`;
  } catch {
    return "Another process"; // it has not said so yet, or ends in this moment
  }
};
