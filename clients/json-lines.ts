import { existsSync, readFileSync } from "node:fs";
import type { z } from "zod";

/**
 * Read a file of JSON lines that a killed run may have left torn.
 *
 * In: file, form of a line. Out: the lines that have it, in order; a torn one is left out. No file: none.
 */
export const readJsonLines = <Line extends z.ZodType>(file: string, line: Line): z.infer<Line>[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .flatMap((text) => lineIn(text, line))
    : [];

const lineIn = <Line extends z.ZodType>(text: string, line: Line): z.infer<Line>[] => {
  try {
    const read = line.safeParse(JSON.parse(text));
    return read.success ? [read.data] : [];
  } catch {
    return []; // torn when the run was killed
  }
};
