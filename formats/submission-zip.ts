import { strToU8, zipSync } from "fflate";

/**
 * Pack a submission as the organisers want it: a zip that holds exactly `submission.json`.
 * In: the text of submission.json. Out: the zip's bytes, the same for the same text at any time and in any time zone.
 */
export function submissionZip(text: string): Uint8Array {
  // fflate reads a date by its local fields, so the local form of the earliest zip date gives the same bytes in every time zone.
  return zipSync({ "submission.json": [strToU8(text), { mtime: new Date(1980, 0, 1), level: 6 }] });
}
