import type { Readable } from "node:stream";
import { meshSplitter, readMeshRecord } from "../../formats/mesh.ts";
import { hgncTableReader, readHgncJson, readVocabularyLine } from "../../formats/vocabulary-lines.ts";
import type { LexiconEntry } from "../../state/lexicon-entry.ts";
import { faultIn, fileText, firstText } from "../file-text.ts";

/** HGNC's JSON is one value; what else begins with a brace is JSON lines. */
const IS_DOWNLOAD = /^\s*\{\s*"response(?:Header)?"\s*:/;
/** Characters that tell what a file is. */
const ENOUGH = 64;

/**
 * Read vocabularies from files one entry after the other: MeSH descriptors as XML, HGNC's table or JSON, JSON lines of either; each plain or gzipped.
 *
 * In: paths; `-` is `stdin`. What a file is, its first characters say, not its name.
 * Throws InputFault, naming file and line or record, for a file that is missing, empty, damaged, cut short or of another kind.
 */
export async function* readVocabulary(files: readonly string[], stdin: Readable): AsyncGenerator<LexiconEntry> {
  for (const file of files) {
    const pieces = fileText(file, stdin);
    const beginning = await firstText(pieces, ENOUGH);
    if (beginning === undefined) throw faultIn(file, "line 1", "MeSH or HGNC", "an empty file");
    if (beginning.trimStart().startsWith("<")) yield* ofXml(file, beginning, pieces);
    else if (IS_DOWNLOAD.test(beginning)) yield* readHgncJson(beginning + (await restOf(pieces)), file);
    else yield* ofLines(file, beginning, pieces);
  }
}

async function* ofXml(file: string, beginning: string, pieces: AsyncIterable<string>): AsyncGenerator<LexiconEntry> {
  const splitter = meshSplitter();
  let records = 0;
  const take = (piece: string): LexiconEntry[] =>
    splitter.push(piece).map((xml) => {
      records += 1;
      const entry = readMeshRecord(xml);
      if (entry.is !== "ok") throw faultIn(file, `record ${records}`, "a descriptor of MeSH", entry.detail);
      return entry.value;
    });
  yield* take(beginning);
  for await (const piece of pieces) yield* take(piece);
  if (records === 0) throw faultIn(file, "its elements", "DescriptorRecord (desc2026.xml of MeSH)", "none");
  if (!splitter.isClosed())
    throw faultIn(file, `after record ${records}`, "the closing tag of the set", "the end of the file: it is cut short");
}

async function* ofLines(file: string, beginning: string, pieces: AsyncIterable<string>): AsyncGenerator<LexiconEntry> {
  let number = 0;
  let table: ReturnType<typeof hgncTableReader> | undefined;
  for await (const line of linesOf(beginning, pieces)) {
    number += 1;
    if (line.trim() === "") continue;
    if (table !== undefined) {
      const entry = table(line, number);
      if (entry !== undefined) yield entry;
    } else if (!line.trimStart().startsWith("{")) table = hgncTableReader(line, file);
    else yield readVocabularyLine(line, file, number);
  }
}

const restOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all.join("");
};

async function* linesOf(beginning: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = beginning;
  for await (const piece of pieces) {
    const lines = rest.split("\n");
    rest = (lines.pop() ?? "") + piece;
    yield* lines;
  }
  yield* rest.split("\n");
}
