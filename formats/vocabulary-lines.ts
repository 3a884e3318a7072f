import { z } from "zod";
import type { LexiconEntry } from "../state/lexicon-entry.ts";
import { InputFault } from "./input-fault.ts";
import { readJsonLine } from "./json-lines.ts";

const Names = z
  .array(z.string())
  .nullish()
  .transform((names) => names ?? []);
const Mesh = z.looseObject({ id: z.string().regex(/^[CD]\d+$/), name: z.string().min(1), synonyms: Names });
const Gene = z
  .looseObject({
    id: z.string().optional(),
    hgnc_id: z.string().optional(),
    symbol: z.string().min(1),
    name: z.string().nullish(),
    status: z.string().nullish(),
    synonyms: Names,
    alias_symbol: Names,
    prev_symbol: Names,
    alias_name: Names,
    prev_name: Names,
  })
  .transform(({ id, hgnc_id, ...gene }) => ({ ...gene, code: hgnc_id ?? id ?? "" }))
  .refine(({ code }) => code.startsWith("HGNC:"));

const Download = z.looseObject({ response: z.looseObject({ docs: z.array(z.unknown()) }) });

/**
 * Read one line of a vocabulary: `{ id: "D…", name, synonyms }` of MeSH or `{ id: "HGNC:…", symbol, name, synonyms }` of HGNC.
 *
 * In: the line, the file's name, the line's number from 1. Out: the entry. Throws InputFault for a line of another shape.
 */
export const readVocabularyLine = (content: string, file: string, line: number): LexiconEntry => {
  const value = readJsonLine(content, file, line);
  const entry = entryOf(value);
  if (entry !== undefined) return entry;
  const expected = '{ id: "D…", name, synonyms } of MeSH or { id: "HGNC:…", symbol, name, synonyms } of HGNC';
  throw new InputFault({ file, where: `line ${line}`, field: "line", expected, found: "another shape" });
};

/**
 * Read HGNC's download in JSON (hgnc_complete_set.json).
 *
 * In: the file's text, its name. Out: its approved genes in order. Throws InputFault where it is no such file.
 */
export const readHgncJson = (text: string, file: string): LexiconEntry[] => {
  const download = Download.safeParse(readJsonLine(text, file, 1));
  if (!download.success) {
    throw new InputFault({
      file,
      where: "line 1",
      field: "response",
      expected: "{ response: { docs: […] } } of HGNC, or JSON lines",
    });
  }
  return download.data.response.docs.flatMap((gene, at) => {
    const entry = entryOf(gene);
    if (entry === undefined)
      throw new InputFault({ file, where: `gene ${at + 1}`, field: "symbol", expected: "hgnc_id and symbol" });
    return isWithdrawn(gene) ? [] : [entry];
  });
};

const HEADER = ["hgnc_id", "symbol", "name"];

/**
 * Prepare to read HGNC's download as a table (hgnc_complete_set.txt) line by line.
 *
 * In: the first line, the file's name. Out: a reader of the lines after it, undefined for a gene that was withdrawn. Throws InputFault where columns are missing.
 */
export const hgncTableReader = (header: string, file: string) => {
  const columns = header.trimEnd().split("\t");
  const absent = HEADER.filter((name) => !columns.includes(name));
  if (absent.length > 0) {
    throw new InputFault({
      file,
      where: "line 1",
      field: absent.join(", "),
      expected: `the columns ${HEADER.join(", ")} of HGNC's table`,
    });
  }
  return (line: string, number: number): LexiconEntry | undefined => {
    const cells = line.replace(/\r$/, "").split("\t").map(unquoted);
    const row = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""]));
    const lists = ["alias_symbol", "prev_symbol", "alias_name", "prev_name"].map((name) => [name, listOf(row[name] ?? "")]);
    const gene = { ...row, ...Object.fromEntries(lists) };
    const entry = entryOf(gene);
    if (entry === undefined)
      throw new InputFault({ file, where: `line ${number}`, field: "symbol", expected: "hgnc_id and symbol" });
    return isWithdrawn(gene) ? undefined : entry;
  };
};

const entryOf = (value: unknown): LexiconEntry | undefined => {
  const mesh = Mesh.safeParse(value);
  if (mesh.success) return { source: "MeSH", code: mesh.data.id, names: once([mesh.data.name, ...mesh.data.synonyms]) };
  const gene = Gene.safeParse(value);
  if (!gene.success) return undefined;
  const { code, symbol, name, synonyms, alias_symbol, prev_symbol, alias_name, prev_name } = gene.data;
  const names = [symbol, name ?? "", ...synonyms, ...alias_symbol, ...prev_symbol, ...alias_name, ...prev_name];
  return { source: "HGNC", code, names: once(names) };
};

const once = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.trim()))].filter((name) => name !== "");

const isWithdrawn = (gene: unknown): boolean =>
  /withdrawn/i.test(String(z.looseObject({ status: z.unknown() }).safeParse(gene).data?.status ?? ""));

const unquoted = (cell: string): string => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);

const listOf = (cell: string): string[] => cell.split("|").filter((name) => name !== "");
