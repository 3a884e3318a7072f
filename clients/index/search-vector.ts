import { quantizeInt8 } from "../../retrieval/vectors.ts";
import type { ScoredDoc } from "./best-hits.ts";
import type { IndexDatabase } from "./schema.ts";
import type { SearchLimits } from "./search-words.ts";

/** sqlite-vec lists at most so many neighbours. */
const MOST_NEIGHBOURS = 4096;

export type VectorSearch = { best: ScoredDoc[]; retracted: ScoredDoc[] };

/**
 * Prepare a search by meaning: the articles whose vectors point most nearly where the query's does, all compared.
 *
 * In: a unit vector of the index's model. Out: best first, score = cosine of the int8 vectors, -1 to 1.
 */
export const prepareVectorSearch = (database: IndexDatabase) => {
  const nearest = database.prepare<unknown[], { doc: number; distance: number }>(
    "SELECT doc, distance FROM vectors WHERE embedding MATCH vec_int8(?) AND k = ? AND retracted = ? AND year BETWEEN ? AND ? ORDER BY distance",
  );
  const hasRetracted = database.prepare("SELECT 1 FROM articles WHERE retracted = 1 LIMIT 1").get() !== undefined;

  return (vector: Float32Array, { limit, lastYear, keepRetracted }: SearchLimits): VectorSearch => {
    const query = quantizeInt8(vector);
    const years = lastYear === undefined ? [0n, 9999n] : [1n, BigInt(lastYear)];
    const search = (retracted: bigint): ScoredDoc[] =>
      nearest
        .all(query, BigInt(Math.min(limit, MOST_NEIGHBOURS)), retracted, ...years)
        .map(({ doc, distance }) => ({ doc, score: 1 - distance }))
        .sort(byScore);
    const sound = search(0n);
    const withdrawn = hasRetracted ? search(1n) : [];
    if (keepRetracted) return { best: [...sound, ...withdrawn].sort(byScore).slice(0, limit), retracted: [] };
    const worst = sound.length < limit ? Number.NEGATIVE_INFINITY : sound.at(-1)!.score; // limit is at least 1
    return { best: sound, retracted: withdrawn.filter(({ score }) => score > worst) };
  };
};

const byScore = (a: ScoredDoc, b: ScoredDoc): number => b.score - a.score || a.doc - b.doc;
