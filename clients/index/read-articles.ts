import { createHash } from "node:crypto";
import { fstatSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { readArticleLine } from "../../formats/article-lines.ts";
import { pubmedSplitter, readPubmedItem } from "../../formats/pubmed-xml.ts";
import type { Article } from "../../state/article.ts";
import { faultIn, fileText, firstText, withFile } from "../file-text.ts";
import type { Deletion } from "./stage-articles.ts";

/**
 * Read articles from files one by one: JSON lines, or PubMed baseline and update files, each plain or gzipped.
 *
 * In: paths in the order in which later versions win; `-` is `stdin`. What a file is, its first bytes say, not its name.
 * Throws InputFault, naming file and line or record, for a file that is missing, empty, damaged, cut short or of another kind.
 */
export async function* readArticles(files: readonly string[], stdin: Readable): AsyncGenerator<Article | Deletion> {
  for (const file of files) {
    const pieces = fileText(file, stdin);
    const beginning = await firstText(pieces);
    if (beginning === undefined) throw faultIn(file, "line 1", "JSON lines or PubMed XML", "an empty file");
    yield* beginning.trimStart().startsWith("<")
      ? articlesOfXml(file, beginning, pieces)
      : articlesOfLines(file, beginning, pieces);
  }
}

/**
 * Tell one source from another without reading it whole, so that a killed build goes on with its own.
 *
 * Out: a hash of each file's path, size, time of change and first 64 KB, in order; undefined where one is standard input.
 */
export const fingerprintOf = (files: readonly string[]): string | undefined => {
  if (files.includes("-")) return undefined;
  const hash = createHash("sha256");
  for (const file of files) {
    const head = withFile(file, (descriptor) => {
      const bytes = Buffer.alloc(HEAD_BYTES);
      const { size, mtimeMs } = fstatSync(descriptor);
      return { bytes: bytes.subarray(0, readSync(descriptor, bytes, 0, HEAD_BYTES, 0)), size, mtimeMs };
    });
    hash.update(JSON.stringify([resolve(file), head.size, head.mtimeMs])).update(head.bytes);
  }
  return hash.digest("hex");
};

const HEAD_BYTES = 65_536;

async function* articlesOfLines(file: string, beginning: string, pieces: AsyncIterable<string>): AsyncGenerator<Article> {
  let [rest, number] = [beginning, 0];
  const take = (lines: readonly string[]): Article[] =>
    lines.flatMap((line) => {
      number += 1;
      return line.trim() === "" ? [] : [readArticleLine(line, file, number)];
    });
  const wholeLines = (): string[] => {
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    return lines;
  };
  yield* take(wholeLines());
  for await (const piece of pieces) {
    rest += piece;
    if (piece.includes("\n")) yield* take(wholeLines());
  }
  yield* take([rest]);
}

async function* articlesOfXml(
  file: string,
  beginning: string,
  pieces: AsyncIterable<string>,
): AsyncGenerator<Article | Deletion> {
  const splitter = pubmedSplitter();
  let records = 0;
  const take = (piece: string): (Article | Deletion)[] =>
    splitter.push(piece).flatMap((xml): (Article | Deletion)[] => {
      records += 1;
      const item = readPubmedItem(xml);
      if (item.is !== "ok") throw faultIn(file, `record ${records}`, "a PubMed record with a PMID", item.detail);
      return "record" in item.value ? [item.value.record.article] : item.value.deleted.map((deleted) => ({ deleted }));
    });
  yield* take(beginning);
  for await (const piece of pieces) yield* take(piece);
  if (!splitter.isClosed())
    throw faultIn(file, `after record ${records}`, "the closing tag of the set", "the end of the file: it is cut short");
}
