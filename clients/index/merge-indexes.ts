import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import type { ArticleRow } from "./article-rows.ts";
import { discardBuilding, moveIntoPlace, openBuilding } from "./building-file.ts";
import { inTurn } from "./in-turn.ts";
import { failureOf, fileKind, openIndexFile } from "./index-file.ts";
import { contentOf } from "./index-hash.ts";
import { hasVectors, modelOf, writeModel } from "./index-model.ts";
import { joinSegments } from "./join-segments.ts";
import { checkParts } from "./merge-parts.ts";
import { createVectorTables, type IndexDatabase, readMeta, truncatedOf, writeMeta } from "./schema.ts";
import { INSERT_ARTICLE } from "./stage-articles.ts";
import { writeAllSigns } from "./write-vectors.ts";

export type MergeOptions = {
  /** Files of all parts of one source, in any order. */
  parts: readonly string[];
  /** The index to make or to replace. */
  file: string;
  onProgress?: ((stage: "articles" | "words" | "vectors", done: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Articles and vectors of the whole (counts). */
export type MergeReport = { articles: number; vectors: number; parts: number };

const ROWS_A_TURN = 5000;

/**
 * Join the parts of an index, as `index build --shard` makes them, into one that holds and finds exactly what a build in one piece does.
 *
 * An older index of that name stays as it is until the new one is whole; a stopped merge leaves nothing and begins anew.
 * Throws InputFault for files that are not the parts of one source. If down: misconfigured for a part that is missing or cannot be read, or a path that cannot be
 * written; cancelled or timeout by the signal.
 */
export const mergeIndexes = async (options: MergeOptions): Promise<Outcome<MergeReport>> => {
  const { parts, file, signal } = options;
  const opened: IndexDatabase[] = [];
  const building = `${file}.building`;
  let database: IndexDatabase | undefined;
  try {
    for (const part of parts) {
      const one = openIndexFile(part);
      if (one.is !== "ok") return one;
      opened.push(one.value);
    }
    const absent = checkParts(parts, opened);
    if (absent !== undefined) return failure("misconfigured", absent);
    if (fileKind(file) === "other")
      return failure("misconfigured", `${file} exists and is not an Evigraph index. Name another file.`);
    mkdirSync(dirname(file), { recursive: true });
    database = openBuilding(building, undefined);
    const report = await join(database, opened, options);
    moveIntoPlace(database, file);
    return ok(report);
  } catch (error) {
    if (database !== undefined) discardBuilding(database);
    if (signal?.aborted && error === signal.reason) return failure("cancelled", `the merge into ${file} was stopped.`);
    return failureOf(error, building);
  } finally {
    database?.close();
    for (const part of opened) part.close();
  }
};

const join = async (
  database: IndexDatabase,
  parts: readonly IndexDatabase[],
  { onProgress, signal }: MergeOptions,
): Promise<MergeReport> => {
  const [first] = parts;
  if (first === undefined) throw new Error("a merge was begun without parts");
  const copy = async <Row>(sql: string, compare: (a: Row, b: Row) => number, into: string, said: (done: number) => void) => {
    const insert = database.prepare(into);
    const write = database.transaction((rows: readonly Row[]) => {
      for (const row of rows) insert.run(row);
    });
    let done = 0;
    for (const rows of pages(
      inTurn(
        parts.map((part) => part.prepare<[], Row>(sql).iterate()),
        compare,
      ),
    )) {
      write(rows.map(({ first: row }) => row));
      done += rows.length;
      said(done);
      await setImmediate(); // lets Ctrl-C in
      signal?.throwIfAborted();
    }
  };
  await copy<ArticleRow & Doc>("SELECT * FROM articles ORDER BY doc", byDoc, INSERT_ARTICLE, (done) =>
    onProgress?.("articles", done),
  );
  await joinSegments(database, parts, (done) => onProgress?.("words", done), signal);
  const model = modelOf(first);
  if (model !== undefined && hasVectors(first)) {
    createVectorTables(database);
    writeModel(database, model);
    const insert = "INSERT INTO vectors VALUES (@doc, @embedding)";
    await copy<Doc>("SELECT doc, embedding FROM vectors ORDER BY doc", byDoc, insert, (done) => onProgress?.("vectors", done));
    writeAllSigns(database, model.dimensions);
  }
  const content = contentOf(database);
  for (const [key, value] of Object.entries(content)) writeMeta(database, key, value);
  const cut = parts.map(truncatedOf);
  if (cut.every((count) => count !== null))
    writeMeta(
      database,
      "truncated",
      cut.reduce((sum, count) => sum + count, 0),
    );
  writeMeta(database, "taken", readMeta(first, "taken") ?? "");
  writeMeta(database, "stage", "done");
  return { articles: content.articles, vectors: content.vectors, parts: parts.length };
};

type Doc = { doc: number };
const byDoc = (a: Doc, b: Doc): number => a.doc - b.doc;

function* pages<Item>(items: Iterable<Item>): Generator<Item[]> {
  let page: Item[] = [];
  for (const item of items) {
    if (page.push(item) < ROWS_A_TURN) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
