import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Write a file beside its place and rename it, so that no reader, and no killed run, ever leaves half of it.
 *
 * In: path (folders are made), content, the file's mode where it is to be private.
 */
export const writeWhole = (file: string, content: string | Uint8Array, mode?: number): void => {
  mkdirSync(dirname(file), { recursive: true, ...(mode === undefined ? {} : { mode: 0o700 }) });
  const half = `${file}.tmp`;
  writeFileSync(half, content, mode === undefined ? {} : { mode });
  if (mode !== undefined) chmodSync(half, mode);
  const handle = openSync(half, "r");
  fsyncSync(handle);
  closeSync(handle);
  renameSync(half, file);
};
