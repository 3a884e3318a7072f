import { bytesOf } from "./damaged-index.ts";
import { ABSENT, type IndexDatabase, SEGMENT_SIZE } from "./schema.ts";
import type { Segment } from "./segments.ts";

/** What is asked of a first pass. */
export type SignLimits = { lastYear: number | undefined; candidates: number };

/**
 * Prepare a first pass over all vectors by their signs: a bit a number, which stay in memory (48 bytes an article at 384 dimensions).
 *
 * In: the query's int8 vector. Out: doc numbers, rising, of the articles with the highest sums of the query's numbers, each counted with the article's sign;
 * at least as many as asked for where there are so many, more where the last ones are equal. @cite charikar2002similarity
 */
export const nearestBySigns = (database: IndexDatabase, segments: readonly Segment[], dimensions: number) => {
  const bytes = bytesOfSigns(dimensions);
  const rows = database.prepare<[], { segment: number; signs: unknown }>("SELECT segment, signs FROM signs");
  const signsOf = new Map(
    rows.all().map(({ segment, signs }) => [segment, Uint8Array.from(bytesOf(signs, "signs", bytes * SEGMENT_SIZE))]),
  );
  const sums = new Int32Array(segments.length * SEGMENT_SIZE);

  return (query: Int8Array, { lastYear, candidates }: SignLimits): Uint32Array => {
    const highest = query.reduce((sum, value) => sum + Math.abs(value), 0);
    const sumOf = sumsByByte(query, bytes);
    const withSum = new Uint32Array(2 * highest + 1);
    sums.fill(NONE);
    for (const [place, { segment, flags, years }] of segments.entries()) {
      const signs = signsOf.get(segment);
      if (signs === undefined) continue;
      for (let at = 0; at < SEGMENT_SIZE; at++) {
        const year = years[at]!; // one for each article of a segment, as flags
        if (flags[at]! & ABSENT || (lastYear !== undefined && (year === 0 || year > lastYear))) continue;
        let sum = 0;
        for (let byte = 0, from = at * bytes; byte < bytes; byte++) sum += sumOf[(byte << 8) | signs[from + byte]!]!; // within both
        sums[place * SEGMENT_SIZE + at] = sum;
        withSum[sum + highest]! += 1;
      }
    }
    let [least, found] = [highest + 1, 0];
    while (found < candidates && least > -highest) found += withSum[--least + highest]!;
    const docs = new Uint32Array(found);
    let next = 0;
    for (let place = 0; place < sums.length; place++) {
      const sum = sums[place]!; // below length
      if (sum < least || sum === NONE) continue;
      docs[next++] = segments[Math.floor(place / SEGMENT_SIZE)]!.segment * SEGMENT_SIZE + (place % SEGMENT_SIZE); // as many segments
    }
    return docs;
  };
};

const NONE = -(2 ** 31);

/** How many bytes the signs of a vector take. */
export const bytesOfSigns = (dimensions: number): number => Math.ceil(dimensions / 8);

/** Write the signs of a vector: bit i of byte n is set where number 8n + i is above 0. */
export const writeSigns = (vector: Int8Array, into: Uint8Array, from: number): void => {
  for (const [at, value] of vector.entries()) if (value > 0) into[from + (at >> 3)]! |= 1 << (at & 7);
};

/** For each byte of signs and each of its 256 values: the sum of the query's numbers there, counted with these signs. */
const sumsByByte = (query: Int8Array, bytes: number): Int32Array => {
  const sums = new Int32Array(bytes << 8);
  for (let byte = 0; byte < bytes; byte++) {
    const own = query.subarray(byte * 8, byte * 8 + 8);
    sums[byte << 8] = -own.reduce((sum, value) => sum + value, 0);
    for (let signs = 1; signs < 256; signs++) {
      const lowest = 31 - Math.clz32(signs & -signs);
      sums[(byte << 8) | signs] = sums[(byte << 8) | (signs & (signs - 1))]! + 2 * (own[lowest] ?? 0); // a smaller value of signs
    }
  }
  return sums;
};
