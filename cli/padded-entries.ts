import type { ResultLine } from "./result-line.ts";

/** One entry of the official files that stands for no result, and why. */
export type PaddedEntry = { id: string; why: "not run" | ResultLine["status"]; parts: string[] };

/**
 * List the entries of the official files that are padded: items left out by --ids or --limit, or not run yet, and parts that have no result.
 *
 * In: ids of all entries, result lines. Out: the padded ones in the order of the entries; parts: empty where the whole entry is.
 */
export const paddedEntries = (entries: readonly string[], lines: readonly ResultLine[]): PaddedEntry[] => {
  const known = new Map(lines.map((line) => [line.id, line]));
  return entries.flatMap((id): PaddedEntry[] => {
    const line = known.get(id);
    if (line === undefined) return [{ id, why: "not run", parts: [] }];
    return line.padded.length === 0 ? [] : [{ id, why: line.status, parts: line.padded }];
  });
};

/** Say which entries are padded. In: the padded ones, entries in all (count). Out: one line, with its end; "" where none is. */
export const describePadding = (padded: readonly PaddedEntry[], entries: number): string => {
  if (padded.length === 0) return "";
  const shown = padded.slice(0, SHOWN).map(({ id, why, parts }) => `${id} (${[why, ...parts].join(", ")})`);
  const more = padded.length > SHOWN ? `, and ${padded.length - SHOWN} more (manifest.json)` : "";
  return `Padded: ${padded.length} of ${entries} entries of the official files: ${shown.join(", ")}${more}.\n`;
};

const SHOWN = 20;
