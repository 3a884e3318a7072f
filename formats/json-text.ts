import { InputFault } from "./input-fault.ts";

/**
 * Parse the text of a JSON file.
 * In: the text (a byte order mark and Windows line ends are fine), the file's name. Out: the value. Throws InputFault with the line where it stops being JSON.
 */
export function parseJsonText(text: string, file: string): unknown {
  const plain = withoutMark(text);
  if (plain.trim() === "")
    throw new InputFault({ file, where: "line 1", field: "file", expected: "JSON", found: "an empty file" });
  try {
    return JSON.parse(plain);
  } catch (error) {
    throw new InputFault({
      file,
      where: `line ${faultLine(plain, String(error))}`,
      field: "file",
      expected: "JSON",
      found: "a syntax error",
    });
  }
}

/**
 * Remove a byte order mark from the start of a file's text.
 * In: any text. Out: the text without U+FEFF at its start.
 */
export function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

// V8 names the position in most messages; "Unexpected end of JSON input" means the last line.
function faultLine(text: string, message: string): number {
  const position = /position (\d+)/u.exec(message)?.[1];
  const before =
    position === undefined && !message.includes("end of JSON")
      ? text.slice(0, quotedPart(text, message))
      : text.slice(0, Number(position ?? text.length));
  return before.split("\n").length;
}

// Node 20 quotes the text around a wrong token in place of its position: Unexpected token 'x', ..."[1, x]"... is not valid JSON
function quotedPart(text: string, message: string): number {
  const [, token, around] = /token '(.)', (?:\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not/u.exec(message) ?? [];
  const at = around === undefined ? -1 : text.indexOf(around);
  return at < 0 ? 0 : at + Math.max(0, text.slice(at).indexOf(token ?? ""));
}
