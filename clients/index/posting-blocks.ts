import { DamagedIndex } from "./damaged-index.ts";
import type { Postings } from "./postings.ts";
import { SEGMENT_SIZE } from "./schema.ts";

/** 64 articles of neighbouring numbers are a block: small enough that most blocks lack one of a question's rarer words. */
export const BLOCK_BITS = 6;
export const BLOCK_SIZE = 2 ** BLOCK_BITS;
export const BLOCKS = SEGMENT_SIZE / BLOCK_SIZE;

/** A list is looked through as fast as its blocks would be while it is shorter than this (articles). */
export const LONG_LIST = 512;

const WORDS_A_STEP = 4;
const HIGHEST = 255;

/** What a long list holds, block by block: articles (count), the highest count of the word, and words of the shortest article in steps of four. */
export type Blocks = { articles: Uint8Array; most: Uint8Array; shortest: Uint8Array };

/**
 * Sum up a long list by blocks, from which follows a bound on any score in a block, for every k1 and b.
 *
 * In: postings, words of each article of the segment (count). Out: bytes; null for a list below LONG_LIST.
 */
export const encodeBlocks = ({ docs, counts }: Postings, lengths: Uint16Array): Buffer | null => {
  if (docs.length < LONG_LIST) return null;
  const bytes = Buffer.alloc(3 * BLOCKS);
  const { articles, most, shortest } = decodeBlocks(bytes);
  shortest.fill(HIGHEST);
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at]!; // at < length
    const block = doc >> BLOCK_BITS;
    articles[block]! += 1;
    if (counts[at]! > most[block]!) most[block] = counts[at]!;
    const steps = Math.min(HIGHEST, Math.floor(lengths[doc]! / WORDS_A_STEP));
    if (steps < shortest[block]!) shortest[block] = steps;
  }
  return bytes;
};

/** Read blocks without copying. Throws DamagedIndex for a number of bytes that no blocks have. */
export const decodeBlocks = (bytes: Buffer): Blocks => {
  if (bytes.length !== 3 * BLOCKS) throw new DamagedIndex(`blocks of ${bytes.length} bytes are not ${3 * BLOCKS} long`);
  return {
    articles: bytes.subarray(0, BLOCKS),
    most: bytes.subarray(BLOCKS, 2 * BLOCKS),
    shortest: bytes.subarray(2 * BLOCKS),
  };
};

/** Tell the least number of words that the shortest article of a block can have. */
export const leastWords = (steps: number): number => steps * WORDS_A_STEP;
