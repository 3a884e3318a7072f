import { BLOCKS, type Blocks, decodeBlocks } from "./posting-blocks.ts";
import { decodePostings, type Postings } from "./postings.ts";
import type { IndexDatabase } from "./schema.ts";

/** A word's articles in one segment; a long list has blocks, and is read when it is first needed. */
export type SegmentList = {
  articles: number;
  /** Undefined for a short list. */
  blocks: Blocks | undefined;
  read: () => ReadList;
};

/** A list in memory; `starts` names where each block of a long one begins, and the end. */
export type ReadList = Postings & { starts: Uint32Array | undefined };

/** A word's articles in all segments, in the order of the segments; undefined where none holds it. */
export type WordLists = { articles: number; lists: readonly (SegmentList | undefined)[] };

/** What is kept of the words asked for last (bytes): a frequent word of a million articles takes two megabytes. */
const KEPT_BYTES = 48 * 2 ** 20;
const BYTES_OF_A_LIST = 200;

/**
 * Prepare to look up words.
 *
 * In: a word. Out: how many articles hold it, and its lists. Words asked for lately stay in memory, up to 48 MB.
 */
export const openLists = (database: IndexDatabase, segments: readonly number[], keptBytes = KEPT_BYTES) => {
  const entry = database.prepare<[number, string], { articles: number; blocks: Buffer | null; list: Buffer | null }>(
    "SELECT articles, blocks, CASE WHEN blocks IS NULL THEN list END AS list FROM postings WHERE segment = ? AND word = ?",
  );
  const long = database.prepare<[number, string], { list: Buffer }>("SELECT list FROM postings WHERE segment = ? AND word = ?");
  // A Map keeps the order of entry, so that its first key is the one asked for longest ago.
  const kept = new Map<string, { lists: WordLists; size: { bytes: number } }>();
  let bytes = 0;

  const listOf = (segment: number, word: string, grew: (by: number) => void): SegmentList | undefined => {
    const found = entry.get(segment, word);
    if (found === undefined) return undefined;
    const { articles, blocks, list } = found;
    grew(BYTES_OF_A_LIST + (blocks?.length ?? 0) + (list?.length ?? 0));
    let known: ReadList | undefined = list === null ? undefined : { ...decodePostings(list), starts: undefined };
    const decoded = blocks === null ? undefined : decodeBlocks(blocks);
    const read = (): ReadList => {
      if (known !== undefined) return known;
      const { list: all } = long.get(segment, word)!; // its entry was found
      known = { ...decodePostings(all), starts: decoded && startsOf(decoded) };
      grew(all.length + 4 * BLOCKS);
      return known;
    };
    return { articles, blocks: decoded, read };
  };

  const forget = (): void => {
    for (const [word, old] of kept) {
      if (bytes <= keptBytes || kept.size === 1) return;
      kept.delete(word);
      bytes -= old.size.bytes;
    }
  };

  return (word: string): WordLists => {
    const before = kept.get(word);
    if (before !== undefined) {
      kept.delete(word);
      kept.set(word, before);
      return before.lists;
    }
    const size = { bytes: BYTES_OF_A_LIST };
    // A list may be read, and so grow, after its word was forgotten.
    const grew = (by: number): void => {
      size.bytes += by;
      if (kept.get(word)?.size === size) bytes += by;
    };
    const lists = segments.map((segment) => listOf(segment, word, grew));
    const made = { articles: lists.reduce((sum, list) => sum + (list?.articles ?? 0), 0), lists };
    kept.set(word, { lists: made, size });
    bytes += size.bytes;
    forget();
    return made;
  };
};

const startsOf = ({ articles }: Blocks): Uint32Array => {
  const starts = new Uint32Array(BLOCKS + 1);
  for (let block = 0; block < BLOCKS; block++) starts[block + 1] = starts[block]! + articles[block]!;
  return starts;
};
