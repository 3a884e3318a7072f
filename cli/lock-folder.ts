import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wrong } from "./command-fault.ts";

/**
 * Take a folder for this process alone.
 *
 * In: folder. Out: a function that gives it free. A folder in which a living process is at work is a CommandFault (exit 2); the lock of
 * a process that was killed is taken over.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = join(folder, ".lock");
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx", mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!isExisting(error)) throw error;
      const holder = Number(readOr(file, "0"));
      if (holder !== process.pid && isAlive(holder))
        throw wrong(`Process ${holder} is at work in ${folder}; wait for it, or take another --out.`);
      rmSync(file, { force: true });
    }
  }
  throw wrong(`${file} could not be taken; another process took it at the same moment.`);
};

const isExisting = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST";

const readOr = (file: string, otherwise: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise; // given free in this very moment
  }
};

const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};
