import { createHash } from "node:crypto";
import { canonicalJson } from "../clients/canonical-json.ts";
import { InputFault } from "../formats/input-fault.ts";
import { readJsonLines } from "../formats/json-lines.ts";
import { parseJsonText, withoutMark } from "../formats/json-text.ts";
import { readQrels } from "../formats/qrels.ts";

/**
 * Hash what a data file says, not how it is written.
 *
 * In: the file's bytes, its name. Out: sha256 (hex). Equal for files with the same records: order of records and of keys, white space, escapes, line ends, a byte order mark, and a qrels file's header and iteration
 * column do not count; texts count as they are. Records are the lines of .jsonl and .tsv and the members of `questions` in .json; another .json is one record, another file its text with \n line
 * ends. A file that cannot be read as its name says has its bytes hashed: it is other data, told by name.
 */
export function contentHash(bytes: Uint8Array, file: string): string {
  const hash = createHash("sha256");
  const records = recordsOf(new TextDecoder().decode(bytes), file);
  if (records === undefined) return hash.update(bytes).digest("hex");
  for (const record of records) hash.update(record).update("\n");
  return hash.digest("hex");
}

const recordsOf = (text: string, file: string): string[] | undefined => {
  try {
    if (file.endsWith(".jsonl")) return inOrder(readJsonLines(text, file).map(({ value }) => value));
    if (file.endsWith(".tsv")) return inOrder(readQrels(text, file));
    if (file.endsWith(".json")) return jsonRecords(parseJsonText(text, file));
    return [withoutMark(text).replaceAll("\r\n", "\n")];
  } catch (error) {
    if (error instanceof InputFault) return undefined;
    throw error;
  }
};

const jsonRecords = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null || !("questions" in value) || !Array.isArray(value.questions))
    return [canonicalJson(value)];
  const { questions, ...rest } = value;
  return [canonicalJson(rest), ...inOrder(questions)];
};

const inOrder = (values: readonly unknown[]): string[] => values.map(canonicalJson).toSorted();
