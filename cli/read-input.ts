import { readFileSync } from "node:fs";
import { wrong } from "./command-fault.ts";

/**
 * Read a whole input file, or standard input for `-`.
 *
 * In: path, the option that named it. Out: its text without a byte order mark. A file that is not there, is a folder or is no UTF-8 text is a CommandFault (exit 2).
 */
export const readInput = (path: string, option: string): string => {
  try {
    const bytes = readFileSync(path === "-" ? 0 : path);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw wrong(`${option} ${path}: ${reasonOf(error)}`);
  }
};

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file.";
  if (code === "EISDIR") return "this is a folder; a file is expected.";
  if (code === "EACCES") return "this file may not be read.";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "this is no UTF-8 text.";
  return error instanceof Error ? error.message : String(error);
};
