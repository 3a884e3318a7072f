import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Article } from "../../state/article.ts";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import { discardBuilding, moveIntoPlace, openBuilding } from "./building-file.ts";
import { failureOf, fileKind } from "./index-file.ts";
import { contentOf } from "./index-hash.ts";
import { writeModel } from "./index-model.ts";
import { createVectorTables, type IndexDatabase, readMeta, SCHEMA_VERSION, truncatedOf, writeMeta } from "./schema.ts";
import { isOfShard, type Shard, writeShard } from "./shard.ts";
import { type Deletion, stageArticles } from "./stage-articles.ts";
import { writeSegments } from "./write-segments.ts";
import { type IndexEncoder, writeVectors } from "./write-vectors.ts";

export type BuildProgress = { stage: "articles" | "words" | "vectors"; done: number; of?: number | undefined };

export type BuildOptions = {
  /** The whole source, from its start, also when an earlier build was killed. */
  articles: AsyncIterable<Article | Deletion>;
  /** Identity of the source (read-articles.ts makes one); without it a killed build starts anew. */
  fingerprint?: string | undefined;
  /** The index to make or to replace. */
  file: string;
  /** Build one part of the index alone; mergeIndexes joins all of them. */
  shard?: Shard | undefined;
  /** Without it the index has no vectors and answers words alone. */
  encoder?: IndexEncoder | undefined;
  onProgress?: ((progress: BuildProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
};

export type BuildReport = {
  /** Articles in the index (count). */
  articles: number;
  /** Records read from the source, repeats and deletions included (count). */
  read: number;
  /** Vectors in the index (count); 0 without an encoder. */
  vectors: number;
  /** Articles whose text was longer than the encoder reads, so that their vector knows its start alone (count); null where the encoder does not tell. */
  truncated: number | null;
  /** Records that an earlier, killed build had taken already (count). */
  resumed: number;
};

/**
 * Build an index beside its place and move it there when it is whole.
 *
 * Until then the old index stays as it is. A killed or stopped build, and one whose encoder was down, leaves `FILE.building`; the next
 * build of the same source goes on with it. Any other failure leaves nothing.
 * If down: misconfigured for a path that cannot be written or is another kind of file, empty for a source without articles,
 * cancelled or timeout by the signal, the encoder's own failure. What the source throws passes through.
 */
export const buildIndex = async (options: BuildOptions): Promise<Outcome<BuildReport>> => {
  const { file, signal } = options;
  const building = `${file}.building`;
  let database: IndexDatabase | undefined;
  try {
    if (fileKind(file) === "other")
      return failure("misconfigured", `${file} exists and is not an Evigraph index. Name another file.`);
    mkdirSync(dirname(file), { recursive: true });
    database = openBuilding(building, buildKey(options));
    const built = await fill(database, options);
    if (built.is === "ok") moveIntoPlace(database, file);
    if (built.is === "empty") discardBuilding(database);
    const goesOn = built.is !== "ok" && built.is !== "empty" && options.fingerprint !== undefined;
    return goesOn
      ? failure(built.is, `${built.detail} What is done lies in ${building}; the same command goes on with it.`)
      : built;
  } catch (error) {
    if (signal?.aborted && error === signal.reason) return stopped(signal, options);
    // A source that must be mended, or a full disk: nothing goes on from here.
    if (database !== undefined) discardBuilding(database);
    return failureOf(error, building);
  } finally {
    database?.close();
  }
};

const stopped = (signal: AbortSignal, { file, fingerprint }: BuildOptions) => {
  const late = signal.reason instanceof Error && signal.reason.name === "TimeoutError";
  const next =
    fingerprint === undefined ? "its source has no name, so it begins anew next time" : "the same command goes on with it";
  return failure(late ? "timeout" : "cancelled", `the build of ${file} was stopped; ${next}.`);
};

const buildKey = ({ fingerprint, encoder, shard }: BuildOptions): string | undefined => {
  if (fingerprint === undefined) return undefined;
  const parts = [
    SCHEMA_VERSION,
    fingerprint,
    encoder?.model,
    encoder?.weightsSha256,
    encoder?.dimensions,
    shard?.part,
    shard?.of,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
};

const fill = async (database: IndexDatabase, options: BuildOptions): Promise<Outcome<BuildReport>> => {
  const { articles, encoder, shard, onProgress, signal } = options;
  const isOwn = (pmid: string): boolean => shard === undefined || isOfShard(pmid, shard);
  const resumed = Number(readMeta(database, "taken") ?? 0);
  if (readMeta(database, "stage") === "articles") {
    await stageArticles(database, articles, (done) => onProgress?.({ stage: "articles", done }), signal, isOwn);
    if (shard !== undefined) writeMeta(database, "shard", writeShard(shard));
    writeMeta(database, "stage", "words");
  }
  const of = database.prepare<[], { n: number }>("SELECT count(*) AS n FROM articles").get()?.n ?? 0;
  const read = Number(readMeta(database, "taken"));
  // A part of a small source may be empty; the whole may not.
  if (of === 0 && (shard === undefined || read === 0))
    return failure("empty", `the source has ${read} records and no article to index.`);
  await writeSegments(database, (done) => onProgress?.({ stage: "words", done, of }), signal);
  const embedded = encoder === undefined ? ok(0) : await embedAll(database, encoder, of, options);
  if (embedded.is !== "ok") return embedded;
  const content = contentOf(database);
  for (const [key, value] of Object.entries(content)) writeMeta(database, key, value);
  writeMeta(database, "stage", "done");
  return ok({ articles: content.articles, read, vectors: content.vectors, truncated: truncatedOf(database), resumed });
};

const embedAll = async (database: IndexDatabase, encoder: IndexEncoder, of: number, { onProgress, signal }: BuildOptions) => {
  createVectorTables(database);
  writeModel(database, { name: encoder.model, weightsSha256: encoder.weightsSha256, dimensions: encoder.dimensions });
  return writeVectors(database, encoder, (done) => onProgress?.({ stage: "vectors", done, of }), signal);
};
