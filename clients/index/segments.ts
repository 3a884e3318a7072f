import type { BestHits } from "./best-hits.ts";
import { ABSENT, type IndexDatabase, RETRACTED, SEGMENT_SIZE } from "./schema.ts";

/** What a search keeps in memory of each segment: 5 bytes an article. */
export type Segment = {
  segment: number;
  articles: number;
  words: number;
  lengths: Uint16Array;
  years: Uint16Array;
  flags: Uint8Array;
};

/** Read the segments of an index. */
export const readSegments = (database: IndexDatabase): Segment[] => {
  type Row = { segment: number; articles: number; words: number; lengths: Buffer; years: Buffer; flags: Buffer };
  const rows = database
    .prepare<[], Row>("SELECT segment, articles, words, lengths, years, flags FROM segments ORDER BY segment")
    .all();
  return rows.map(({ lengths, years, flags, ...row }) => ({ ...row, lengths: uint16(lengths), years: uint16(years), flags }));
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
