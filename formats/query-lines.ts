import { z } from "zod";
import { InputFault } from "./input-fault.ts";
import { readJsonLines } from "./json-lines.ts";

/** A query to search with. */
export interface QueryLine {
  id: string;
  text: string;
}

const Id = z.union([z.string().trim().min(1), z.int().nonnegative()]).transform(String);
const Line = z.looseObject({ id: Id.nullish(), _id: Id.nullish(), text: z.string().refine((text) => text.trim() !== "") });

/**
 * Read queries from JSONL.
 * In: the file's text with `id` or `_id` and `text` a line, its name. Out: queries in order. Throws InputFault naming the line: no id, no text, a repeated id.
 */
export function readQueryLines(text: string, file: string): QueryLine[] {
  const seen = new Set<string>();
  return readJsonLines(text, file).map(({ value, line }) => {
    const where = `line ${line}`;
    const parsed = Line.safeParse(value).data;
    const id = parsed?.id ?? parsed?._id;
    if (!parsed || id == null)
      throw new InputFault({ file, where, field: "id, text", expected: "an id (id or _id) and a text", found: "another form" });
    if (seen.has(id)) throw new InputFault({ file, where, field: "id", expected: "every id once", found: `"${id}" again` });
    seen.add(id);
    return { id, text: parsed.text };
  });
}
