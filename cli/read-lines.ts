import { z } from "zod";
import { plainFault } from "../text/plain-fault.ts";
import { wrong } from "./command-fault.ts";
import { readInput } from "./read-input.ts";

/** An id as a file may give it. */
export const LineId = z.union([z.string(), z.number()]).transform(String);

/**
 * Read a JSONL file.
 *
 * In: path (- for standard input), the option that named it, the schema of a line. Out: the lines. A line that is no JSON, does not fit,
 * or repeats an id is a CommandFault (exit 2) that names file, line and field.
 */
export const readLines = <Line extends { id: string }>(
  path: string,
  option: string,
  schema: z.ZodType<Line>,
): (Line & { numeric: boolean })[] => {
  const seen = new Set<string>();
  return readInput(path, option)
    .split(/\r?\n/)
    .flatMap((text, at) => {
      if (text.trim() === "") return [];
      const where = `${option} ${path}, line ${at + 1}`;
      const raw = parse(text, where);
      const read = schema.safeParse(raw);
      if (!read.success) {
        const issue = read.error.issues[0] ?? { path: [], message: "not valid" };
        throw wrong(`${where}, ${plainFault(issue.path.join(".") || "line", issue)}.`);
      }
      if (seen.has(read.data.id)) throw wrong(`${where}: id ${read.data.id} stands twice.`);
      seen.add(read.data.id);
      return [{ ...read.data, numeric: typeof raw === "object" && raw !== null && "id" in raw && typeof raw.id === "number" }];
    });
};

const parse = (text: string, where: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(`${where}: this is no JSON.`);
  }
};
