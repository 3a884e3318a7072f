import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputFault } from "../formats/input-fault.ts";

/**
 * Read a file's text piece by piece, unpacked where its first bytes say that it is gzipped.
 *
 * In: a path, or `-` for `stdin`. Out: pieces in order, cut anywhere, without a byte order mark.
 * Throws InputFault for a file that is missing, damaged, cut short or not UTF-8.
 */
export const fileText = (file: string, stdin: Readable): AsyncGenerator<string> =>
  textOf(file, file === "-" ? stdin : bytesOf(file));

/** Use an open file and close it. Throws InputFault where it cannot be read. */
export const withFile = <Value>(file: string, use: (descriptor: number) => Value): Value => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    return use(descriptor);
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

const bytesOf = (file: string): Readable => {
  const magic = withFile(file, (descriptor) => {
    const bytes = Buffer.alloc(2);
    readSync(descriptor, bytes, 0, 2, 0);
    return bytes.toString("hex");
  });
  const bytes = createReadStream(file);
  if (magic !== "1f8b") return bytes;
  const plain = createGunzip();
  bytes.on("error", (error) => plain.destroy(error)); // pipe does not pass errors on
  return bytes.pipe(plain);
};

async function* textOf(file: string, bytes: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true }); // drops a byte order mark
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Read on until so many characters (count), blanks at the start left out, have come. Out: what was read; undefined where the file has blanks alone. */
export const firstText = async (pieces: AsyncGenerator<string>, enough = 1): Promise<string | undefined> => {
  let text = "";
  while (text.trimStart().length < enough) {
    const { value, done } = await pieces.next();
    if (done) break;
    text += value;
  }
  return text.trim() === "" ? undefined : text;
};

/** Name a fault of a file and its place. */
export const faultIn = (file: string, where: string, expected: string, found: string): InputFault =>
  new InputFault({ file, where, field: "file", expected, found });

const unreadable = (file: string, error: unknown): InputFault => {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const found = error.code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "bytes that are not UTF-8" : error.message;
  return faultIn(file, "its bytes", "a file that can be read to its end", found);
};
