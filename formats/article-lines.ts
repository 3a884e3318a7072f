import { z } from "zod";
import type { Article, Section } from "../state/article.ts";
import { InputFault } from "./input-fault.ts";
import { readJsonLine, readJsonLines } from "./json-lines.ts";
import { shownValue } from "./shown-value.ts";

const Id = z.union([z.string().trim().min(1), z.int().nonnegative()]).transform(String);
const Text = z.string().nullish();
const Texts = z.array(z.string()).nullish();
const Line = z.looseObject({
  pmid: Id.nullish(),
  id: Id.nullish(),
  _id: Id.nullish(),
  title: Text,
  abstract: z.union([z.string(), z.array(z.string())]).nullish(),
  text: Text,
  sections: z.array(z.looseObject({ label: Text, text: Text })).nullish(),
  sentences: Texts,
  year: z.union([z.int(), z.string().regex(/^\s*\d{4}\b/u)]).nullish(),
  journal: Text,
  mesh: Texts,
  types: Texts,
  retracted: z.boolean().nullish(),
});

const EXPECTED = new Map([
  ["year", "a year"],
  ["retracted", "true or false"],
  ["sections", "a list of { label?, text }"],
  ["abstract", "a text"],
]);

/**
 * Read articles from JSONL in any of the usual shapes.
 * In: the file's text, its name. Out: articles in order. Throws InputFault naming line and field: no JSON, no id, neither title nor text, a field of another type.
 */
export function readArticleLines(text: string, file: string): Article[] {
  return readJsonLines(text, file).map(({ value, line }) => articleOf(value, file, line));
}

/**
 * Read one article line of a file that is read as a stream.
 * In: the line, the file's name, the line's number from 1. Out: the article: id from pmid, id or _id; sections from sections, else abstract, text or sentences (joined
 * by a space). Throws as readArticleLines.
 */
export function readArticleLine(content: string, file: string, line: number): Article {
  return articleOf(readJsonLine(content, file, line), file, line);
}

function articleOf(value: unknown, file: string, line: number): Article {
  const where = `line ${line}`;
  const parsed = Line.safeParse(value);
  if (!parsed.success) {
    const { path } = parsed.error.issues[0]!; // a failed parse has an issue
    const field = String(path[0] ?? "line");
    const found = typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(field) : value;
    const expected =
      EXPECTED.get(field) ??
      (path.length === 0 ? "an object" : ["pmid", "id", "_id"].includes(field) ? "an id" : "a text or a list of texts");
    throw new InputFault({ file, where, field: path.join(".") || field, expected, found: shownValue(found) });
  }
  const { pmid: given, id, _id, title, year, journal, mesh, types, retracted } = parsed.data;
  const pmid = given ?? id ?? _id;
  if (pmid == null) throw new InputFault({ file, where, field: "pmid", expected: "pmid, id or _id", found: "none" });
  const sections = sectionsOf(parsed.data);
  if (!title?.trim() && sections.length === 0) {
    throw new InputFault({ file, where, field: "title", expected: "a title or a text", found: "neither" });
  }
  return {
    pmid,
    title: title?.trim() ?? "",
    sections,
    ...(year == null ? {} : { year: typeof year === "number" ? year : Number.parseInt(year, 10) }),
    ...(journal ? { journal } : {}),
    ...(mesh ? { mesh } : {}),
    ...(types ? { types } : {}),
    ...(retracted == null ? {} : { retracted }),
  };
}

function sectionsOf({ sections, abstract, text, sentences }: z.infer<typeof Line>): Section[] {
  if (sections) {
    return sections.flatMap((section) => {
      const body = section.text?.trim() ?? "";
      return body === "" ? [] : [{ ...(section.label?.trim() ? { label: section.label.trim() } : {}), text: body }];
    });
  }
  const whole = (Array.isArray(abstract) ? abstract.join(" ") : abstract) || text || sentences?.join(" ") || "";
  return whole.trim() === "" ? [] : [{ text: whole.trim() }];
}
