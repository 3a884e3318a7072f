import { readFileSync, statSync } from "node:fs";
import { pathReason } from "../clients/path-fault.ts";
import { isZip, unpackSubmission } from "../formats/submission-zip.ts";
import { CommandFault, wrong } from "./command-fault.ts";

/** Largest file that is read whole, in bytes: what Node can hold as one text is not far above it. */
const LARGEST = 400_000_000;

/**
 * Read a whole input file, or standard input for `-`.
 *
 * In: path, the option that named it, the most bytes that are read, what takes the text out of the bytes. Out: its text without a byte order mark. A file that is not there, is a folder, is too large
 * or is no UTF-8 text is a CommandFault (exit 2).
 */
export const readInput = (
  path: string,
  option: string,
  most = LARGEST,
  unpack: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): string => {
  if (path !== "-") refuseLarge(statSync(path, { throwIfNoEntry: false })?.size ?? 0, most, `${option} ${path}`);
  try {
    const bytes = readFileSync(path === "-" ? 0 : path);
    refuseLarge(bytes.length, most, `${option} ${path}`);
    return new TextDecoder("utf-8", { fatal: true }).decode(unpack(bytes));
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    throw wrong(`${option} ${path}: ${reasonOf(error)}`);
  }
};

/** Read a submission: as readInput, and `submission.json` out of a zip such as is uploaded. */
export const readSubmission = (path: string, option: string, most = LARGEST): string =>
  readInput(path, option, most, (bytes) => {
    if (!isZip(bytes)) return bytes;
    const unpacked = unpackSubmission(bytes, most);
    if (unpacked === undefined) throw wrong(`${option} ${path}: this zip holds no single submission.json that can be read.`);
    return unpacked;
  });

const refuseLarge = (bytes: number, most: number, name: string): void => {
  const megabytes = (count: number) => `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} MB`;
  if (bytes > most)
    throw wrong(`${name}: the file has ${megabytes(bytes)}; at most ${megabytes(most)} are read here. Is it the right file?`);
};

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const reason = pathReason(error);
  if (reason !== undefined) return reason;
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "this is no UTF-8 text.";
  return error instanceof Error ? error.message : String(error);
};
