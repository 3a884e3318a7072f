import type { Article } from "../../state/article.ts";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import { readCutoff } from "../cutoff-date.ts";
import type { Encoder } from "../encoder/encoder.ts";
import type { Retriever, SearchOptions, SearchReply } from "../retriever.ts";
import { type ArticleRow, toArticle } from "./article-rows.ts";
import type { ScoredDoc } from "./best-hits.ts";
import { BM25_DEFAULTS } from "./bm25.ts";
import { DamagedIndex, textOf } from "./damaged-index.ts";
import { failureOf, openIndexFile } from "./index-file.ts";
import { type IndexModel, modelOf, vectorsOf } from "./index-model.ts";
import { type IndexStats, statsOf } from "./index-stats.ts";
import { type IndexDatabase, readCount } from "./schema.ts";
import { prepareVectorSearch } from "./search-vector.ts";
import { cutoffWarnings, wordWarnings } from "./search-warnings.ts";
import { prepareWordSearch } from "./search-words.ts";
import { readSegments, type SearchLimits } from "./segments.ts";
import { type IndexCheck, verifyIndex } from "./verify-index.ts";

/** A retriever over one local file; `searchVector` and `vectors` answer misconfigured where it was built without an encoder. */
export type LocalIndex = Required<Retriever> & {
  /** Model that made the vectors; undefined where there are none. */
  model: IndexModel | undefined;
  stats: () => Outcome<IndexStats>;
  verify: () => Outcome<IndexCheck[]>;
};

/**
 * Open an index that `buildIndex` made.
 *
 * In: file; the encoder that will embed the queries, where they are compared by meaning. Out: the retriever. It keeps 5 bytes an
 * article in memory; searches run on the calling thread.
 * If down: misconfigured for a file that is missing, no index, of another version, unfinished, cut short or damaged, and for one whose
 * vectors another encoder made. Damage that is met later ends the call that met it in misconfigured; `verify` looks for all of it.
 */
export const openIndex = (
  file: string,
  encoder?: Pick<Encoder, "model" | "weightsSha256" | "dimensions">,
): Outcome<LocalIndex> => {
  const opened = openIndexFile(file);
  if (opened.is !== "ok") return opened;
  const local = attempt(file, () => {
    const model = modelOf(opened.value);
    const fits = encoder === undefined || model === undefined || model.weightsSha256 === encoder.weightsSha256;
    return fits ? ok(retrieverOver(opened.value, file, model)) : ofOtherWeights(file, model, encoder);
  });
  if (local.is !== "ok") opened.value.close();
  return local;
};

const attempt = <Value>(file: string, work: () => Outcome<Value>): Outcome<Value> => {
  try {
    return work();
  } catch (error) {
    return failureOf(error, file);
  }
};

const retrieverOver = (database: IndexDatabase, file: string, model: IndexModel | undefined): LocalIndex => {
  const bm25 = BM25_DEFAULTS;
  const segments = readSegments(database);
  const counted = segments.reduce((sum, { articles }) => sum + articles, 0);
  if (counted !== readCount(database, "articles")) throw new DamagedIndex(`its segments hold ${counted} articles, not all`);
  const byWords = prepareWordSearch(database, segments, bm25);
  const size = { vectors: readCount(database, "vectors"), dimensions: model?.dimensions ?? 0 };
  const byVector = model === undefined ? undefined : prepareVectorSearch(database, segments, size);
  const readers = prepareReaders(database);

  const search = async (options: SearchOptions, run: (limits: SearchLimits) => SearchReply): Promise<Outcome<SearchReply>> => {
    if (options.signal?.aborted) return stopped(options.signal, file);
    const cutoff = readCutoff(options.dateTo);
    if (cutoff.is !== "ok") return cutoff;
    const limits = { limit: options.limit, lastYear: cutoff.value?.year, keepRetracted: options.retracted === "keep" };
    return attempt(file, () => {
      const reply = run(limits);
      if (cutoff.value === undefined) return ok(reply);
      return ok({ ...reply, warnings: [...reply.warnings, ...cutoffWarnings(cutoff.value, readers.withoutYear())] });
    });
  };

  return {
    name: "local",
    model,
    searchWords: ({ text }, options) =>
      search(options, (limits) => {
        const { chosen, best, retracted, scored } = byWords(text, limits);
        const executed = `bm25(k1=${bm25.k1}, b=${bm25.b}): ${chosen.words.map(({ word }) => word).join(" ")}`;
        return { ...readers.named(best, retracted), executed, total: scored, warnings: wordWarnings(text, chosen) };
      }),
    searchVector: async (vector, options) => {
      if (model === undefined || byVector === undefined) return noVectors(file);
      if (vector.length !== model.dimensions) return otherModel(file, model, vector.length);
      return search(options, (limits) => {
        const { best, retracted } = byVector(vector, limits);
        return { ...readers.named(best, retracted), executed: `cosine(${model.name})`, total: best.length, warnings: [] };
      });
    },
    read: async (pmids, signal) =>
      signal?.aborted ? stopped(signal, file) : attempt(file, () => ok(pmids.flatMap(readers.article))),
    vectors: async (pmids) =>
      model === undefined ? noVectors(file) : attempt(file, () => ok(vectorsOf(database, pmids, model.dimensions))),
    stats: () => attempt(file, () => ok(statsOf(database, file))),
    verify: () => attempt(file, () => ok(verifyIndex(database))),
    close: () => void database.close(),
  };
};

const prepareReaders = (database: IndexDatabase) => {
  const pmidOf = database.prepare<[number], { pmid: unknown }>("SELECT pmid FROM articles WHERE doc = ?");
  const docOf = database.prepare<[string], number>("SELECT doc FROM articles WHERE pmid = ?").pluck();
  const rowOf = database.prepare<[string], ArticleRow & { doc: number }>("SELECT * FROM articles WHERE pmid = ?");
  const yearless = database.prepare<[], { n: number }>("SELECT count(*) AS n FROM articles WHERE year IS NULL");
  let yearlessArticles: number | undefined;
  // Each pmid stands twice in the file, in its row and in the table's own index: both must name the same article.
  const pmid = (doc: number): string => {
    const found = textOf(pmidOf.get(doc)?.pmid, `the pmid of article ${doc}`);
    if (docOf.get(found) === doc) return found;
    throw new DamagedIndex(`the pmid of article ${doc} is not as it was indexed`);
  };
  return {
    named: (best: readonly ScoredDoc[], retracted: readonly ScoredDoc[]) => ({
      hits: best.map(({ doc, score }) => ({ pmid: pmid(doc), score })),
      retracted: retracted.map(({ doc }) => pmid(doc)),
    }),
    article: (wanted: string): Article[] => {
      const row = rowOf.get(wanted);
      if (row === undefined) return [];
      const { doc, ...columns } = row;
      if (columns.pmid !== wanted) throw new DamagedIndex(`the row of ${wanted}, article ${doc}, is another one's`);
      return [toArticle(columns)];
    },
    withoutYear: (): number => {
      yearlessArticles ??= yearless.get()?.n ?? 0; // a scan of all articles, so once
      return yearlessArticles;
    },
  };
};

const stopped = ({ reason }: AbortSignal, file: string): Failure => {
  const late = reason instanceof Error && reason.name === "TimeoutError";
  return failure(late ? "timeout" : "cancelled", `the search of ${file} was stopped before it began.`);
};

const noVectors = (file: string): Failure =>
  failure("misconfigured", `${file} holds no vectors. Build it anew without --no-vectors, or search it by words.`);

const ofOtherWeights = (file: string, made: IndexModel, encoder: Pick<Encoder, "model" | "weightsSha256">): Failure =>
  failure(
    "misconfigured",
    `the vectors of ${file} were made by ${made.name} (weights ${short(made.weightsSha256)}), and this encoder is ${encoder.model} ` +
      `(weights ${short(encoder.weightsSha256)}): they cannot be compared. Build the index anew with this encoder ` +
      "(evigraph index build), or choose the encoder that made it (--encoder or EVIGRAPH_ENCODER, in the folder EVIGRAPH_MODELS).",
  );

const short = (sha256: string): string => sha256.slice(0, 12);

const otherModel = (file: string, { name, dimensions }: IndexModel, length: number): Failure =>
  failure(
    "misconfigured",
    `a query of ${length} numbers does not fit ${file}: its vectors are of ${name}, ${dimensions} numbers each.`,
  );
