import Database from "better-sqlite3";
import { BM25_DEFAULTS, lengthsOf, wordWeight } from "../clients/index/bm25.ts";
import { indexWords } from "../clients/index/index-words.ts";
import { decodePostings } from "../clients/index/postings.ts";
import { SEGMENT_SIZE } from "../clients/index/schema.ts";
import { readSegments } from "../clients/index/segments.ts";
import { quantizeInt8 } from "../retrieval/vectors.ts";

/**
 * Rank articles by the whole sum: every article that holds any word of the question is scored, and nothing is passed over.
 *
 * In: an index, questions, how many hits. Out: pmids best first, equal scores by number, by question.
 */
export const exhaustiveWords = (
  file: string,
  questions: readonly { id: string; text: string }[],
  limit: number,
): Map<string, string[]> => {
  const database = new Database(file, { readonly: true });
  const segments = readSegments(database);
  const articles = segments.reduce((sum, segment) => sum + segment.articles, 0);
  const words = segments.reduce((sum, segment) => sum + segment.words, 0);
  const { base, perWord } = lengthsOf(BM25_DEFAULTS, articles, words);
  const lists = database.prepare<[number, string], { list: Buffer }>("SELECT list FROM postings WHERE segment = ? AND word = ?");
  const pmidOf = database.prepare<[number], string>("SELECT pmid FROM articles WHERE doc = ?").pluck();
  const scores = new Float64Array(segments.length * SEGMENT_SIZE);
  const ranked = questions.map(({ id, text }): [string, string[]] => {
    const times = new Map<string, number>();
    for (const word of indexWords(text)) times.set(word, (times.get(word) ?? 0) + 1);
    const known = [...times].map(([word, said]) => {
      const found = segments.map(({ segment }) => lists.get(segment, word)).map((row) => row && decodePostings(row.list));
      return { word, times: said, found, holding: found.reduce((sum, list) => sum + (list?.docs.length ?? 0), 0) };
    });
    scores.fill(0);
    for (const { found, ...query } of known.sort((a, b) => a.holding - b.holding || (a.word < b.word ? -1 : 1))) {
      const weight = wordWeight(BM25_DEFAULTS, articles, query);
      for (const [place, list] of found.entries()) {
        for (const [at, doc] of list?.docs.entries() ?? []) {
          const count = list?.counts[at] ?? 0;
          const length = base + perWord * (segments[place]?.lengths[doc] ?? 0);
          scores[place * SEGMENT_SIZE + doc]! += (weight * count) / (count + length);
        }
      }
    }
    return [id, bestOf(scores, limit, 0).map((place) => pmidOf.get(docAt(place, segments)) ?? "")];
  });
  database.close();
  return new Map(ranked);
};

/** Rank articles by the cosine of the int8 vectors, all of them compared. In: an index, the questions' vectors. Out: as exhaustiveWords. */
export const exhaustiveVectors = (
  file: string,
  questions: readonly { id: string; vector: Float32Array }[],
  limit: number,
): Map<string, string[]> => {
  const database = new Database(file, { readonly: true });
  const rows = database
    .prepare<[], { pmid: string; embedding: Buffer }>(
      "SELECT pmid, embedding FROM vectors JOIN articles USING (doc) ORDER BY doc",
    )
    .all()
    .map(({ pmid, embedding }) => withLength(pmid, new Int8Array(embedding)));
  database.close();
  const scores = new Float64Array(rows.length);
  return new Map(
    questions.map(({ id, vector }) => {
      const query = quantizeInt8(vector);
      for (let at = 0; at < rows.length; at++) {
        const { vector: own, length } = rows[at]!; // at < length
        let dot = 0;
        for (let i = 0; i < query.length; i++) dot += query[i]! * own[i]!; // as long as the query
        scores[at] = dot / length;
      }
      return [id, bestOf(scores, limit, Number.NEGATIVE_INFINITY).map((at) => rows[at]?.pmid ?? "")];
    }),
  );
};

// The query's own length is the same for all: the order is that of the cosine.
const withLength = (pmid: string, vector: Int8Array) => {
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  return { pmid, vector, length: Math.sqrt(squares) || 1 };
};

/** Places of the highest numbers above `floor`, highest first, equal ones by place. */
const bestOf = (scores: Float64Array, limit: number, floor: number): number[] => {
  const sorted = Float64Array.from(scores).sort();
  const least = sorted[Math.max(0, sorted.length - limit)] ?? 0;
  const places: number[] = [];
  for (const [place, score] of scores.entries()) if (score > floor && score >= least) places.push(place);
  return places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, limit);
};

const docAt = (place: number, segments: readonly { segment: number }[]): number =>
  (segments[Math.floor(place / SEGMENT_SIZE)]?.segment ?? 0) * SEGMENT_SIZE + (place % SEGMENT_SIZE);
