import { bytesOf, countOf, DamagedIndex } from "./damaged-index.ts";
import { BLOCK_BITS, BLOCKS, type Blocks, decodeBlocks } from "./posting-blocks.ts";
import { decodePostings, type Postings } from "./postings.ts";
import { type IndexDatabase, SEGMENT_SIZE } from "./schema.ts";

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
  const entry = database.prepare<[number, string], { articles: unknown; blocks: unknown; list: unknown }>(
    "SELECT articles, blocks, CASE WHEN blocks IS NULL THEN list END AS list FROM postings WHERE segment = ? AND word = ?",
  );
  const long = database.prepare<[number, string], { list: unknown }>("SELECT list FROM postings WHERE segment = ? AND word = ?");
  // A Map keeps the order of entry, so that its first key is the one asked for longest ago.
  const kept = new Map<string, { lists: WordLists; size: { bytes: number } }>();
  let bytes = 0;

  const listOf = (segment: number, word: string, grew: (by: number) => void): SegmentList | undefined => {
    const found = entry.get(segment, word);
    if (found === undefined) return undefined;
    const articles = countOf(found.articles, `articles with ${word}`, SEGMENT_SIZE);
    const blocks = found.blocks === null ? undefined : bytesOf(found.blocks, `blocks of ${word}`);
    const list = blocks === undefined ? bytesOf(found.list, `postings of ${word}`) : undefined;
    grew(BYTES_OF_A_LIST + (blocks?.length ?? 0) + (list?.length ?? 0));
    let known: ReadList | undefined = list && sound(word, articles, { ...decodePostings(list), starts: undefined });
    const decoded = blocks && decodeBlocks(blocks);
    const read = (): ReadList => {
      if (known !== undefined) return known;
      const all = bytesOf(long.get(segment, word)?.list, `postings of ${word}`);
      known = sound(word, articles, { ...decodePostings(all), starts: decoded && startsOf(decoded) });
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

/**
 * Hand a list on that can be what was written: as many articles as its row counts, in rising order.
 *
 * Of a long list the ends of each block are looked at alone, which takes no time beside the reading. Throws DamagedIndex for another list. What only a hash can
 * tell, another count of a word, is for `index verify`.
 */
const sound = (word: string, articles: number, list: ReadList): ReadList => {
  const { docs, counts, starts } = list;
  const wrong = () => new DamagedIndex(`the postings of ${word} are not as they were indexed`);
  if (docs.length !== articles) throw wrong();
  if (starts === undefined) {
    for (let at = 0; at < docs.length; at++) if (counts[at] === 0 || (at > 0 && docs[at]! <= docs[at - 1]!)) throw wrong(); // below length
    return list;
  }
  if (starts[BLOCKS] !== articles) throw wrong();
  for (let block = 0; block < BLOCKS; block++) {
    const [from, end] = [starts[block]!, starts[block + 1]!]; // one more start than blocks
    if (from < end && (docs[from]! >> BLOCK_BITS !== block || docs[end - 1]! >> BLOCK_BITS !== block)) throw wrong();
  }
  return list;
};
