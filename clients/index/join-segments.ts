import { setImmediate } from "node:timers/promises";
import { inTurn } from "./in-turn.ts";
import { encodeBlocks } from "./posting-blocks.ts";
import { decodePostings, encodePostings, joinPostings } from "./postings.ts";
import { ABSENT, INSERT_POSTINGS, INSERT_SEGMENT, type IndexDatabase, SEGMENT_SIZE } from "./schema.ts";
import { readSegments, type Segment } from "./segments.ts";

type List = { segment: number; word: string; articles: number; blocks: Buffer | null; list: Buffer };

const LISTS_A_TURN = 20_000;

/**
 * Write the segments and postings of several indexes that share no article, as those of one index.
 *
 * `onLists` is told how many lists are written; a turn of others comes between each 20,000. Memory is 5 bytes an article.
 */
export const joinSegments = async (
  database: IndexDatabase,
  parts: readonly IndexDatabase[],
  onLists: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const lengths = writeSegmentRows(database, parts);
  const insert = database.prepare(INSERT_POSTINGS);
  const streams = parts.map((part) =>
    part.prepare<[], List>("SELECT segment, word, articles, blocks, list FROM postings ORDER BY segment, word").iterate(),
  );
  let done = 0;
  database.exec("BEGIN");
  for (const { first, all } of inTurn(streams, bySegmentAndWord)) {
    const { segment, word } = first;
    if (all.length === 1) insert.run(segment, word, first.articles, first.blocks, first.list);
    else {
      const postings = joinPostings(all.map(({ item }) => decodePostings(item.list)));
      const blocks = encodeBlocks(postings, lengths.get(segment)!); // each list stands in a segment
      insert.run(segment, word, postings.docs.length, blocks, encodePostings(postings));
    }
    done += 1;
    if (done % LISTS_A_TURN !== 0) continue;
    database.exec("COMMIT; BEGIN");
    onLists(done);
    await setImmediate(); // lets Ctrl-C in
    signal?.throwIfAborted();
  }
  database.exec("COMMIT");
  onLists(done);
};

/** SQLite orders texts by their bytes of UTF-8, JavaScript by its 16-bit codes: they differ beyond U+FFFF. */
const bySegmentAndWord = (a: List, b: List): number =>
  a.segment - b.segment || (a.word === b.word ? 0 : Buffer.compare(Buffer.from(a.word), Buffer.from(b.word)));

const writeSegmentRows = (database: IndexDatabase, parts: readonly IndexDatabase[]): Map<number, Uint16Array> => {
  const insert = database.prepare(INSERT_SEGMENT);
  const streams = parts.map((part) => readSegments(part)[Symbol.iterator]());
  const lengths = new Map<number, Uint16Array>();
  for (const { first, all } of inTurn(streams, (a, b) => a.segment - b.segment)) {
    const joined = joinRows(all.map(({ item }) => item));
    lengths.set(first.segment, joined.lengths);
    const { segment, articles, words, years, flags } = joined;
    insert.run(
      segment,
      articles,
      words,
      Buffer.from(joined.lengths.buffer),
      Buffer.from(years.buffer),
      Buffer.from(flags.buffer),
    );
  }
  return lengths;
};

/** What one part knows of an article the others call absent, with length and year 0. */
const joinRows = (segments: readonly Segment[]): Segment => {
  const joined = {
    segment: segments[0]?.segment ?? 0,
    articles: 0,
    words: 0,
    lengths: new Uint16Array(SEGMENT_SIZE),
    years: new Uint16Array(SEGMENT_SIZE),
    flags: new Uint8Array(SEGMENT_SIZE).fill(ABSENT),
  };
  for (const { articles, words, lengths, years, flags } of segments) {
    joined.articles += articles;
    joined.words += words;
    for (let at = 0; at < SEGMENT_SIZE; at++) {
      if (flags[at]! & ABSENT) continue; // one for each article of a segment, as below
      joined.lengths[at] = lengths[at]!;
      joined.years[at] = years[at]!;
      joined.flags[at] = flags[at]!;
    }
  }
  return joined;
};
