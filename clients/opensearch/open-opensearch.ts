import { quantizeInt8 } from "../../retrieval/vectors.ts";
import { Article } from "../../state/article.ts";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import type { Encoder } from "../encoder/encoder.ts";
import type { IndexModel } from "../index/index-model.ts";
import { indexWords } from "../index/index-words.ts";
import { chooseWords, MOST_WORDS } from "../index/query-words.ts";
import { wordWarnings } from "../index/search-warnings.ts";
import type { Retriever, SearchOptions } from "../retriever.ts";
import { StoredVector } from "./article-document.ts";
import { getDocuments, searchIndex } from "./ask-index.ts";
import { describeIndex, type IndexDescription } from "./describe-index.ts";
import type { Server } from "./open-server.ts";
import { chosenBy, type Plan, runSearch, vectorPlan, wordPlan } from "./run-search.ts";
import { countBody } from "./search-bodies.ts";

/** A retriever over an index on a server; `searchVector` and `vectors` answer misconfigured where it was loaded without an encoder. */
export type RemoteIndex = Required<Retriever> & {
  /** Model that made the vectors; undefined where there are none. */
  model: IndexModel | undefined;
  description: IndexDescription;
};

/**
 * Open an index that `loadArticles` filled.
 *
 * In: the server; name of the index; the encoder that will embed the queries, where they are compared by meaning. Out: the retriever; closing it closes the server's connections.
 * Words and BM25 are those of a local index, vectors are searched along a graph of neighbours (HNSW) and not all compared.
 * If down: as openServer says; misconfigured for an index that is missing, not ours, or of another encoder's vectors.
 */
export const openOpensearch = async (
  server: Server,
  name: string,
  encoder?: Pick<Encoder, "model" | "weightsSha256">,
): Promise<Outcome<RemoteIndex>> => {
  const described = await describeIndex(server, name, { recorded: true });
  if (described.is !== "ok") return described;
  const { model } = described.value;
  if (encoder !== undefined && model !== undefined && model.weightsSha256 !== encoder.weightsSha256)
    return ofOtherWeights(described.value, model, encoder);
  return ok(retrieverOver(server, described.value));
};

const retrieverOver = (server: Server, description: IndexDescription): RemoteIndex => {
  const { name, model } = description;
  const search = (options: SearchOptions, plan: Plan) => runSearch(server, name, options, plan);

  return {
    name: "opensearch",
    model,
    description,
    searchWords: async ({ text }, options) => {
      const words = [...new Set(indexWords(text))];
      if (words.length === 0)
        return ok({
          hits: [],
          executed: "",
          total: 0,
          warnings: wordWarnings(
            text,
            chooseWords(text, () => 1),
          ),
        });
      if (words.length <= MOST_WORDS)
        return search(
          options,
          wordPlan(
            text,
            chooseWords(text, () => 1),
            words,
          ),
        );
      // Too many: the rarest are looked up, so the counts come first.
      const counted = await searchIndex(server, name, [countBody(words)], options);
      return counted.is === "ok" ? search(options, wordPlan(text, chosenBy(text, counted.value[0]))) : counted;
    },
    searchVector: async (vector, options) => {
      if (model === undefined) return noVectors(description);
      if (vector.length !== model.dimensions) return otherModel(description, model, vector.length);
      return search(options, vectorPlan(quantizeInt8(vector), model));
    },
    read: async (pmids, signal) => {
      const known = await getDocuments(server, name, [...new Set(pmids)], {
        shape: Article,
        excludes: "vector,hash",
        signal,
        recorded: true,
      });
      return known.is === "ok" ? ok(pmids.flatMap((pmid) => known.value.get(pmid) ?? [])) : known;
    },
    vectors: async (pmids) => {
      if (model === undefined) return noVectors(description);
      const known = await getDocuments(server, name, [...new Set(pmids)], {
        shape: StoredVector,
        includes: "vector",
        recorded: true,
      });
      if (known.is !== "ok") return known;
      return ok(new Map([...known.value].flatMap(([pmid, { vector }]) => (vector ? [[pmid, Int8Array.from(vector)]] : []))));
    },
    close: () => server.close(),
  };
};

const noVectors = ({ name }: IndexDescription): Failure =>
  failure("misconfigured", `the index ${name} holds no vectors. Load it anew without --no-vectors, or search it by words.`);

const otherModel = ({ name }: IndexDescription, model: IndexModel, length: number): Failure =>
  failure(
    "misconfigured",
    `a query of ${length} numbers does not fit ${name}: its vectors are of ${model.name}, ${model.dimensions} numbers each.`,
  );

const ofOtherWeights = (
  { name }: IndexDescription,
  made: IndexModel,
  encoder: Pick<Encoder, "model" | "weightsSha256">,
): Failure =>
  failure(
    "misconfigured",
    `the vectors of ${name} were made by ${made.name} (weights ${made.weightsSha256.slice(0, 12)}), and this encoder is ${encoder.model} ` +
      `(weights ${encoder.weightsSha256.slice(0, 12)}): they cannot be compared. Choose the encoder that made them (--encoder or EVIGRAPH_ENCODER), or load the articles anew.`,
  );
