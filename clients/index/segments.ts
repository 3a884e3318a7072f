import type { BestHits } from "./best-hits.ts";
import { bytesOf, countOf, DamagedIndex } from "./damaged-index.ts";
import { ABSENT, type IndexDatabase, RETRACTED, SEGMENT_BITS, SEGMENT_SIZE } from "./schema.ts";

/** What a search keeps in memory of each segment: 5 bytes an article. */
export type Segment = {
  segment: number;
  articles: number;
  words: number;
  lengths: Uint16Array;
  years: Uint16Array;
  flags: Uint8Array;
};

/** Read the segments of an index. Throws DamagedIndex for one whose columns have not their size, or that flags another number of articles than it counts. */
export const readSegments = (database: IndexDatabase): Segment[] => {
  const rows = database
    .prepare<[], Record<string, unknown>>("SELECT segment, articles, words, lengths, years, flags FROM segments ORDER BY segment")
    .all();
  return rows.map((row) => {
    const segment = {
      segment: countOf(row.segment, "segment", 2 ** SEGMENT_BITS),
      articles: countOf(row.articles, "articles of a segment", SEGMENT_SIZE),
      words: countOf(row.words, "words of a segment"),
      lengths: uint16(bytesOf(row.lengths, "lengths", 2 * SEGMENT_SIZE)),
      years: uint16(bytesOf(row.years, "years", 2 * SEGMENT_SIZE)),
      flags: bytesOf(row.flags, "flags", SEGMENT_SIZE),
    };
    let present = 0;
    for (const flag of segment.flags) if ((flag & ABSENT) === 0) present += 1;
    if (present === segment.articles) return segment;
    throw new DamagedIndex(`segment ${segment.segment} flags ${present} articles and counts ${segment.articles}`);
  });
};

const uint16 = (bytes: Buffer): Uint16Array => new Uint16Array(Uint8Array.from(bytes).buffer);

/** What a search may return. */
export type SearchLimits = {
  /** Most hits (count, at least 1). */
  limit: number;
  /** Articles of a later or an unknown year are left out. */
  lastYear: number | undefined;
  keepRetracted: boolean;
};

/** Where a scored article goes: among the hits, among the retracted ones, or nowhere. */
export type Destination = { lastYear: number | undefined; kept: BestHits; withdrawn: BestHits };

/** Offer an article of a segment by its number there, unless it is absent or later than asked for. */
export const offerTo = (
  { lastYear, kept, withdrawn }: Destination,
  { segment, years, flags }: Segment,
  at: number,
  score: number,
): void => {
  const [year, flag] = [years[at]!, flags[at]!]; // below SEGMENT_SIZE
  if (flag & ABSENT || (lastYear !== undefined && (year === 0 || year > lastYear))) return;
  (flag & RETRACTED ? withdrawn : kept).offer({ doc: segment * SEGMENT_SIZE + at, score });
};
