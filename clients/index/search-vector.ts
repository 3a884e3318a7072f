import { quantizeInt8 } from "../../retrieval/vectors.ts";
import { bestHits, type ScoredDoc } from "./best-hits.ts";
import { bytesOf, countOf, DamagedIndex } from "./damaged-index.ts";
import { nearestBySigns } from "./nearest-by-signs.ts";
import { type IndexDatabase, SEGMENT_BITS, SEGMENT_SIZE } from "./schema.ts";
import { offerTo, type SearchLimits, type Segment } from "./segments.ts";

/** Up to so many vectors (count) all are compared; beyond it their signs choose which ones. */
export const COMPARED_WHOLE = SEGMENT_SIZE;

/** Vectors compared in whole for each wanted hit, beyond COMPARED_WHOLE, and at least (count). Measured at 200,000 articles by bench/million.ts. */
const COMPARED_A_HIT = 16;
const LEAST_COMPARED = 1600;

export type VectorSearch = { best: ScoredDoc[]; retracted: ScoredDoc[] };

/**
 * Prepare a search by meaning: the articles whose vectors point most nearly where the query's does.
 *
 * In: a unit vector of the index's model. Out: best first, score = cosine of the int8 vectors, -1 to 1. All are compared up to 65,536 vectors, which then stay
 * in memory; in a larger index the signs of all (a bit a number, in memory) choose 16 for each hit, and those are read and compared.
 */
export const prepareVectorSearch = (
  database: IndexDatabase,
  segments: readonly Segment[],
  { vectors, dimensions }: { vectors: number; dimensions: number },
  comparedWhole = COMPARED_WHOLE,
) => {
  const place = new Map(segments.map((segment) => [segment.segment, segment]));
  const one = database.prepare<[number], unknown>("SELECT embedding FROM vectors WHERE doc = ?").pluck();
  let all: Stored | undefined;
  let choose: ReturnType<typeof nearestBySigns> | undefined;

  const stored = (query: Int8Array, { limit, lastYear }: SearchLimits): Stored => {
    if (vectors <= comparedWhole) {
      all ??= readAll(database, vectors, dimensions);
      return all;
    }
    choose ??= nearestBySigns(database, segments, dimensions);
    const docs = choose(query, { lastYear, candidates: Math.max(LEAST_COMPARED, COMPARED_A_HIT * limit) });
    const found = emptyStored(docs.length, dimensions);
    for (const doc of docs) {
      const embedding = one.get(doc);
      if (embedding !== undefined) found.add(doc, embedding); // an article without text has none
    }
    return found;
  };

  return (vector: Float32Array, limits: SearchLimits): VectorSearch => {
    const query = quantizeInt8(vector);
    const { docs, numbers, lengths, size } = stored(query, limits);
    const [kept, withdrawn] = [bestHits(limits.limit), bestHits(limits.limit)];
    const destination = { lastYear: limits.lastYear, kept, withdrawn: limits.keepRetracted ? kept : withdrawn };
    const ownLength = Math.sqrt(query.reduce((sum, value) => sum + value * value, 0));
    for (let at = 0; at < size(); at++) {
      const doc = docs[at]!; // below size
      let dot = 0;
      for (let i = 0, from = at * dimensions; i < dimensions; i++) dot += query[i]! * numbers[from + i]!; // both have this length
      const length = ownLength * lengths[at]!;
      const segment = place.get(doc >> SEGMENT_BITS);
      if (segment === undefined) throw new DamagedIndex(`a vector belongs to article ${doc}, which is in no segment`);
      offerTo(destination, segment, doc % SEGMENT_SIZE, length === 0 ? 0 : dot / length);
    }
    const best = kept.best();
    const worst = best.length < limits.limit ? Number.NEGATIVE_INFINITY : best.at(-1)!.score; // limit is at least 1
    return { best, retracted: withdrawn.best().filter(({ score }) => score > worst) };
  };
};

const MOST_DOC = 2 ** 32 - 1;

type Stored = ReturnType<typeof emptyStored>;

/** Vectors in one piece of memory, with their docs and lengths. */
const emptyStored = (most: number, dimensions: number) => {
  const docs = new Uint32Array(most);
  const numbers = new Int8Array(most * dimensions);
  const lengths = new Float64Array(most);
  let size = 0;
  const add = (doc: number, stored: unknown): void => {
    const embedding = bytesOf(stored, `the vector of article ${doc}`, dimensions);
    const own = new Int8Array(embedding.buffer, embedding.byteOffset, embedding.length);
    docs[size] = doc;
    numbers.set(own, size * dimensions);
    let squares = 0;
    for (let i = 0; i < own.length; i++) squares += own[i]! * own[i]!; // i < length
    lengths[size++] = Math.sqrt(squares);
  };
  return { docs, numbers, lengths, add, size: (): number => size };
};

const readAll = (database: IndexDatabase, vectors: number, dimensions: number): Stored => {
  const stored = database.prepare<[], number>("SELECT count(*) FROM vectors").pluck().get();
  if (stored !== vectors) throw new DamagedIndex(`${stored} vectors are stored, and ${vectors} were written`);
  const all = emptyStored(vectors, dimensions);
  const rows = database.prepare<[], { doc: number; embedding: unknown }>("SELECT doc, embedding FROM vectors ORDER BY doc");
  for (const { doc, embedding } of rows.iterate()) all.add(countOf(doc, "article of a vector", MOST_DOC), embedding);
  return all;
};
