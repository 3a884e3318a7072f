import type { Judged } from "../../formats/qrels.ts";

/** How a data set's published form becomes the files that conditions read. */
export type Converter = {
  /** Published files, by their names in one folder. */
  reads: readonly string[];
  /** In: the bytes of each published file. Out: text by file name, and in one line what was made. */
  convert(published: ReadonlyMap<string, Uint8Array>): { files: Record<string, string>; made: string };
};

/**
 * Read a published file as text.
 *
 * In: the published files, a name among `reads`. Out: its text (UTF-8). A name that is not there is a bug and throws.
 */
export function publishedText(published: ReadonlyMap<string, Uint8Array>, file: string): string {
  const bytes = published.get(file);
  if (bytes === undefined) throw new Error(`${file} is not among the published files that were read.`);
  return new TextDecoder().decode(bytes);
}

/** Write values as JSONL. In: values. Out: one JSON value a line. */
export const jsonLines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** Write judgements in BEIR's form. In: judgements. Out: a header, then query, document and grade a line, parted by tabs. */
export const judgedLines = (judged: readonly Judged[]): string =>
  ["query-id\tcorpus-id\tscore", ...judged.map(({ query, document, grade }) => `${query}\t${document}\t${grade}`)]
    .map((line) => `${line}\n`)
    .join("");

/** Put a text on one line. In: any text. Out: runs of white space as one space, none at the ends. */
export const oneLine = (text: string): string => text.trim().split(/\s+/u).join(" ");
