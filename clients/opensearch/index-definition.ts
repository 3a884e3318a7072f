import { z } from "zod";
import { BM25_DEFAULTS } from "../index/bm25.ts";
import type { IndexModel } from "../index/index-model.ts";
import { articleAnalysis } from "./article-analysis.ts";

/** Raise when the mapping, the analysis or the rules of index-words.ts change: an index of another version cannot be searched by this program. */
export const DEFINITION_VERSION = 1;

/** What an index of ours tells of itself, in `_meta` of its mapping. */
export const IndexMark = z.object({
  evigraph: z.object({
    version: z.int(),
    model: z.object({ name: z.string(), weightsSha256: z.string(), dimensions: z.int().positive() }).nullable(),
  }),
});

/** Links a node, and candidates looked at while building. What they cost was measured: docs/scaling.md. */
const HNSW = { m: 16, ef_construction: 100 } as const;

export type IndexShape = {
  /** Model of the vectors; undefined for words alone. */
  model: IndexModel | undefined;
  /** Primary shards (count); it cannot be changed later. */
  shards: number;
};

/**
 * Describe the index of articles: one field of words for title and abstract, and int8 vectors.
 *
 * In: see IndexShape. Out: the body of a create-index request. Nothing is refreshed before the load is over, and there are no replicas yet: both are set after it.
 * Vectors stay in the source, which is compressed more instead: left out of it they lie in a second, hidden copy, and could not be read back.
 */
export const indexDefinition = ({ model, shards }: IndexShape) => ({
  settings: {
    index: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: "-1",
      codec: "best_compression",
      ...(model === undefined ? {} : { knn: true }),
      similarity: { default: { type: "BM25", k1: BM25_DEFAULTS.k1, b: BM25_DEFAULTS.b } },
      analysis: articleAnalysis(),
    },
  },
  mappings: {
    _meta: { evigraph: { version: DEFINITION_VERSION, model: model ?? null } },
    dynamic: "strict",
    properties: {
      pmid: { type: "keyword" },
      title: { type: "text", index: false, copy_to: "words" },
      sections: {
        properties: {
          label: { type: "text", index: false, copy_to: "words" },
          text: { type: "text", index: false, copy_to: "words" },
        },
      },
      // Title and abstract as one field: as two fields they score worse. [docs/scaling.md]
      words: { type: "text", analyzer: "article", index_options: "freqs" },
      year: { type: "short" },
      retracted: { type: "boolean" },
      journal: UNSEARCHED,
      mesh: UNSEARCHED,
      types: UNSEARCHED,
      hash: UNSEARCHED,
      ...(model === undefined ? {} : { vector: vectorField(model.dimensions) }),
    },
  },
});

const UNSEARCHED = { type: "keyword", index: false, doc_values: false };

// The default engine, faiss, needs native libraries; where they are missing the first write never answers.
const vectorField = (dimension: number) => ({
  type: "knn_vector",
  dimension,
  data_type: "byte",
  space_type: "cosinesimil",
  doc_values: false, // a further copy, for scripts that compare all
  method: { name: "hnsw", engine: "lucene", parameters: HNSW },
});
