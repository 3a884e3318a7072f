import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { Section } from "../../state/article.ts";
import { searchedText } from "./article-rows.ts";
import { encodeBlocks } from "./posting-blocks.ts";
import { encodePostings, startInversion } from "./postings.ts";
import { ABSENT, INSERT_POSTINGS, INSERT_SEGMENT, type IndexDatabase, RETRACTED, SEGMENT_BITS, SEGMENT_SIZE } from "./schema.ts";
import { startWordReader } from "./word-reader.ts";

const ROWS_A_TURN = 500;
const LONGEST = 65_535;
const Sections = z.array(Section);

type Row = { doc: number; title: string; sections: string; year: number | null; retracted: number | null };

/**
 * Write the postings of all staged articles, one segment of doc numbers after the other.
 *
 * Each segment is one transaction, so a killed build goes on with the first missing one. Memory is that of one segment.
 */
export const writeSegments = async (
  database: IndexDatabase,
  onArticles: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const known = database.prepare<[number], { articles: number }>("SELECT articles FROM segments WHERE segment = ?");
  const last = database.prepare<[], { doc: number | null }>("SELECT max(doc) AS doc FROM articles").get()?.doc ?? -1;
  let done = 0;
  for (let segment = 0; segment <= last >> SEGMENT_BITS; segment++) {
    const before = done;
    done += known.get(segment)?.articles ?? (await writeSegment(database, segment, (rows) => onArticles(before + rows), signal));
    onArticles(done);
  }
};

const writeSegment = async (
  database: IndexDatabase,
  segment: number,
  onArticles: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const first = segment * SEGMENT_SIZE;
  const reader = startWordReader();
  const inversion = startInversion();
  const lengths = new Uint16Array(SEGMENT_SIZE);
  const years = new Uint16Array(SEGMENT_SIZE);
  const flags = new Uint8Array(SEGMENT_SIZE).fill(ABSENT);
  let [articles, words] = [0, 0];
  for (const rows of pagesOf(database, first)) {
    for (const row of rows) {
      const at = row.doc - first;
      const found = reader.read(searchedText({ title: row.title, sections: Sections.parse(JSON.parse(row.sections)) }));
      inversion.add(at, found);
      lengths[at] = Math.min(found.length, LONGEST);
      years[at] = row.year ?? 0;
      flags[at] = row.retracted === 1 ? RETRACTED : 0;
      words += lengths[at];
    }
    articles += rows.length;
    onArticles(articles);
    await setImmediate(); // lets Ctrl-C and timers in
    signal?.throwIfAborted();
  }
  const insert = database.prepare(INSERT_POSTINGS);
  const write = database.transaction(() => {
    for (const { word, postings } of inversion.lists(reader.words)) {
      insert.run(segment, word, postings.docs.length, encodeBlocks(postings, lengths), encodePostings(postings));
    }
    database
      .prepare(INSERT_SEGMENT)
      .run(segment, articles, words, Buffer.from(lengths.buffer), Buffer.from(years.buffer), Buffer.from(flags.buffer));
  });
  write.immediate();
  return articles;
};

function* pagesOf(database: IndexDatabase, first: number): Generator<Row[]> {
  const page = database.prepare<[number, number, number], Row>(
    "SELECT doc, title, sections, year, retracted FROM articles WHERE doc >= ? AND doc < ? ORDER BY doc LIMIT ?",
  );
  let from = first;
  for (;;) {
    const rows = page.all(from, first + SEGMENT_SIZE, ROWS_A_TURN);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    from = last.doc + 1;
  }
}
