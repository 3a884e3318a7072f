import { strToU8, unzipSync, zipSync } from "fflate";

/**
 * Pack a submission as the organisers want it: a zip that holds exactly `submission.json`.
 * In: the text of submission.json. Out: the zip's bytes, the same for the same text at any time and in any time zone.
 */
export function submissionZip(text: string): Uint8Array {
  // fflate reads a date by its local fields, so the local form of the earliest zip date gives the same bytes in every time zone.
  return zipSync({ "submission.json": [strToU8(text), { mtime: new Date(1980, 0, 1), level: 6 }] });
}

/** Tell a zip by its first bytes. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/**
 * Take submission.json out of a zip as the organisers take it, wherever it lies in it.
 * In: the zip's bytes, the most bytes that are unpacked. Out: the file's bytes; undefined where the zip is damaged, holds none or more than one, or one that is larger.
 */
export function unpackSubmission(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    const wanted = (name: string) => name.split("/").at(-1) === "submission.json";
    const files = unzipSync(bytes, { filter: ({ name, originalSize }) => wanted(name) && originalSize <= most });
    const [only, ...more] = Object.values(files);
    return more.length === 0 ? only : undefined;
  } catch {
    return undefined; // fflate throws for what is no whole zip
  }
}
