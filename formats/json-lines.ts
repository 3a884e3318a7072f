import { InputFault } from "./input-fault.ts";
import { withoutMark } from "./json-text.ts";

/** One line of a JSONL file and where it stands. */
export interface JsonLine {
  value: unknown;
  /** From 1. */
  line: number;
}

/**
 * Parse a JSONL file.
 * In: its text (byte order mark, Windows line ends and blank lines are fine), its name. Out: values with line numbers. Throws InputFault for a line that is no JSON.
 */
export function readJsonLines(text: string, file: string): JsonLine[] {
  return withoutMark(text)
    .split("\n")
    .flatMap((content, index) =>
      content.trim() === "" ? [] : [{ value: readJsonLine(content, file, index + 1), line: index + 1 }],
    );
}

/**
 * Parse one line of a JSONL file that is read as a stream.
 * In: the line, the file's name, the line's number from 1. Out: its value. Throws InputFault when it is no JSON.
 */
export function readJsonLine(content: string, file: string, line: number): unknown {
  try {
    return JSON.parse(withoutMark(content));
  } catch {
    throw new InputFault({ file, where: `line ${line}`, field: "line", expected: "one JSON value", found: "a syntax error" });
  }
}
