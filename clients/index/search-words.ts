import { type BestHits, bestHits, type ScoredDoc } from "./best-hits.ts";
import { decodePostings } from "./postings.ts";
import { type ChosenWords, chooseWords, type QueryWord } from "./query-words.ts";
import { ABSENT, type IndexDatabase, RETRACTED, SEGMENT_SIZE } from "./schema.ts";
import { type Bm25, type Lengths, scoreSegment, type WordList } from "./segment-scores.ts";

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

export type WordSearch = {
  chosen: ChosenWords;
  /** Best first; equal scores by doc number. */
  best: ScoredDoc[];
  /** Retracted articles that would stand among the best. */
  retracted: ScoredDoc[];
  /** Articles scored (count): at most those that hold any of the words. */
  scored: number;
};

/** What a search may return. */
export type SearchLimits = {
  /** Most hits (count, at least 1). */
  limit: number;
  /** Articles of a later or an unknown year are left out. */
  lastYear: number | undefined;
  keepRetracted: boolean;
};

/**
 * Prepare a search by words: BM25 over title and abstract in one piece; any word may match.
 *
 * The counts of the query's words are read first, then their lists, segment by segment, each only where it can matter.
 * @cite robertson2009bm25 §3.2
 */
export const prepareWordSearch = (database: IndexDatabase, segments: readonly Segment[], bm25: Bm25) => {
  const { entriesOf, listsOf } = prepareLists(database, segments);
  const articles = segments.reduce((sum, segment) => sum + segment.articles, 0);
  const words = segments.reduce((sum, segment) => sum + segment.words, 0);
  const base = bm25.k1 * (1 - bm25.b);
  const perWord = words === 0 ? 0 : (bm25.k1 * bm25.b * articles) / words;
  const scores = new Float64Array(SEGMENT_SIZE);
  const weightOf = ({ times, articles: holding }: QueryWord): number =>
    times * Math.log(1 + (articles - holding + 0.5) / (holding + 0.5)) * (bm25.k1 + 1);

  return (text: string, { limit, lastYear, keepRetracted }: SearchLimits): WordSearch => {
    const entries = new Map<string, Entries>();
    const chosen = chooseWords(text, (word) => {
      const found = entriesOf(word);
      entries.set(word, found);
      return found.reduce((sum, entry) => sum + (entry?.articles ?? 0), 0);
    });
    const weighted = chosen.words.map((query) => ({
      word: query.word,
      weight: weightOf(query),
      entries: entries.get(query.word)!,
    })); // set above
    const [kept, withdrawn] = [bestHits(limit), bestHits(limit)];
    let scored = 0;
    for (const [at, segment] of segments.entries()) {
      const lengths = { words: segment.lengths, base, perWord };
      const { above, met } = scoreSegment(listsOf(at, weighted, lengths), lengths, kept.toBeat(), scores);
      scored += met;
      offerAll(above, segment, { lastYear, kept, withdrawn: keepRetracted ? kept : withdrawn });
    }
    const retracted = withdrawn.best().filter(({ score }) => score > kept.toBeat());
    return { chosen, best: kept.best(), retracted, scored };
  };
};

/** Where a word stands in one segment, without its list. */
type Entry = { articles: number; most: number; shortest: number };
type Entries = readonly (Entry | undefined)[];

const prepareLists = (database: IndexDatabase, segments: readonly Segment[]) => {
  const entry = database.prepare<[number, string], Entry>(
    "SELECT articles, most, shortest FROM postings WHERE segment = ? AND word = ?",
  );
  const list = database.prepare<[number, string], { list: Buffer }>("SELECT list FROM postings WHERE segment = ? AND word = ?");
  const entriesOf = (word: string): Entries => segments.map(({ segment }) => entry.get(segment, word));

  type Weighted = { word: string; weight: number; entries: Entries };
  const listsOf = (at: number, words: readonly Weighted[], { base, perWord }: Lengths): WordList[] =>
    words.flatMap(({ word, weight, entries }) => {
      const found = entries[at];
      if (found === undefined) return [];
      const { segment } = segments[at]!; // as many entries as segments
      const bound = (weight * found.most) / (found.most + base + perWord * found.shortest);
      return [{ weight, bound, load: () => decodePostings(list.get(segment, word)!.list) }]; // its entry was found
    });
  return { entriesOf, listsOf };
};

type Where = { lastYear: number | undefined; kept: BestHits; withdrawn: BestHits };

const offerAll = (
  above: readonly ScoredDoc[],
  { segment, years, flags }: Segment,
  { lastYear, kept, withdrawn }: Where,
): void => {
  for (const { doc, score } of above) {
    const [year, flag] = [years[doc]!, flags[doc]!]; // doc is below SEGMENT_SIZE
    if (flag & ABSENT || (lastYear !== undefined && (year === 0 || year > lastYear))) continue;
    (flag & RETRACTED ? withdrawn : kept).offer({ doc: segment * SEGMENT_SIZE + doc, score });
  }
};
