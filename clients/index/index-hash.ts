import { createHash } from "node:crypto";
import { bytesOf, countOf } from "./damaged-index.ts";
import { hasVectors } from "./index-model.ts";
import type { IndexDatabase } from "./schema.ts";

/** What an index holds, as written to `meta` when it is whole and formed again by `verify`. */
export type IndexContent = {
  /** Articles (count). */
  articles: number;
  /** Indexed words of all articles, repeats included (count). */
  words: number;
  /** Vectors (count). */
  vectors: number;
  articlesSha256: string;
  postingsSha256: string;
  vectorsSha256: string;
};

/** Count and hash the articles, postings and vectors of an index: two builds of one source on any machine agree on all but the vectors. Throws DamagedIndex for a column of another kind. */
export const contentOf = (database: IndexDatabase): IndexContent => {
  const articles = createHash("sha256");
  const postings = createHash("sha256");
  const vectors = createHash("sha256");
  const count = { articles: 0, words: 0, vectors: 0 };
  for (const { doc, hash } of database
    .prepare<[], { doc: number; hash: Buffer }>("SELECT doc, hash FROM articles ORDER BY doc")
    .iterate()) {
    articles.update(`${doc} `).update(bytesOf(hash, `the hash of article ${doc}`));
    count.articles += 1;
  }
  const segments = database.prepare<[], Segment>("SELECT segment, words, lengths, years, flags FROM segments ORDER BY segment");
  for (const { segment, words, lengths, years, flags } of segments.iterate()) {
    postings
      .update(`${segment} ${words} `)
      .update(bytesOf(lengths, "lengths"))
      .update(bytesOf(years, "years"))
      .update(bytesOf(flags, "flags"));
    count.words += countOf(words, "words of a segment");
  }
  const lists = database.prepare<[], List>("SELECT segment, word, articles, blocks, list FROM postings ORDER BY segment, word");
  for (const { segment, word, articles: holding, blocks, list } of lists.iterate()) {
    postings.update(`${segment} ${word} ${holding} `).update(bytesOf(list, "postings"));
    if (blocks !== null) postings.update(bytesOf(blocks, "blocks of postings"));
  }
  if (hasVectors(database)) {
    const rows = database.prepare<[], { doc: number; embedding: Buffer }>("SELECT doc, embedding FROM vectors ORDER BY doc");
    for (const { doc, embedding } of rows.iterate()) {
      vectors.update(`${doc} `).update(bytesOf(embedding, `the vector of article ${doc}`));
      count.vectors += 1;
    }
  }
  return {
    ...count,
    articlesSha256: articles.digest("hex"),
    postingsSha256: postings.digest("hex"),
    vectorsSha256: vectors.digest("hex"),
  };
};

type Segment = { segment: number; words: number; lengths: Buffer; years: Buffer; flags: Buffer };
type List = { segment: number; word: string; articles: number; blocks: Buffer | null; list: Buffer };
