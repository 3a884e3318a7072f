import { z } from "zod";
import { quantizeInt8 } from "../../retrieval/vectors.ts";
import { Article } from "../../state/article.ts";
import { toRow } from "../index/article-rows.ts";

/** An article as OpenSearch keeps it; `hash` is the SHA-256 of its content, the same as in a local index. */
export type ArticleDocument = Article & { hash: string; vector?: number[] };

/** Turn an article into a document. In: article; its unit vector, where it has text and vectors are wanted: kept as int8, the same as in a local index. */
export const toDocument = (article: Article, vector: Float32Array | undefined): ArticleDocument => {
  const bytes = vector === undefined ? [] : Array.from(quantizeInt8(vector));
  return {
    ...Article.parse(article), // no key that the mapping does not know
    hash: contentHash(article),
    // A vector of zeros points nowhere, and the server would refuse the whole article for it.
    ...(bytes.some((byte) => byte !== 0) ? { vector: bytes } : {}),
  };
};

/** Hash what is kept of an article. Out: SHA-256 in hex. */
export const contentHash = (article: Article): string => toRow(article).hash.toString("hex");

/** One document of a multi-get: found, not found, or not read. */
export const GotDocument = z.object({
  _id: z.string(),
  found: z.boolean().optional(),
  _source: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** The parts of a document that are read back. */
export const StoredHash = z.object({ hash: z.string() });
export const StoredVector = z.object({ vector: z.array(z.int().min(-128).max(127)).optional() });
