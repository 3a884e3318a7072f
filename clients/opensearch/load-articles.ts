import { z } from "zod";
import type { Article } from "../../state/article.ts";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import type { Deletion } from "../index/stage-articles.ts";
import type { IndexEncoder } from "../index/write-vectors.ts";
import { type Batch, batchesOf, type Lane, openLane } from "./batches.ts";
import { changesOf } from "./changes-of.ts";
import { describeIndex } from "./describe-index.ts";
import { ensureIndex, refreshIndex } from "./ensure-index.ts";
import type { Server } from "./open-server.ts";
import { PATIENCE, type Patience, patiently, sendUntilIn, type Target } from "./send-until-in.ts";

export type LoadOptions = {
  server: Server;
  /** Name of the index, made where it is missing. */
  name: string;
  /** The whole source from its start, also after a load that was stopped. */
  articles: AsyncIterable<Article | Deletion>;
  /** Without it the index answers words alone. */
  encoder?: IndexEncoder | undefined;
  /** Primary shards of a new index (count); 1 unless given. */
  shards?: number | undefined;
  /** Articles of one request (count); 500 unless given. */
  batch?: number | undefined;
  /** Requests under way at once (count); 2 unless given. */
  atOnce?: number | undefined;
  patience?: Partial<Patience> | undefined;
  onProgress?: ((report: LoadCounts) => void) | undefined;
  onWait?: Target["onWait"] | undefined;
  signal?: AbortSignal | undefined;
};

/** Counts of records; a pmid that comes again within a batch is written once. */
export type LoadCounts = {
  /** Records read from the source, deletions included. */
  read: number;
  written: number;
  /** Articles that the index held already with the same content: neither embedded nor written again. */
  kept: number;
  deleted: number;
  /** Times that the server refused, or was away, and was asked again. */
  waits: number;
};
export type LoadReport = LoadCounts & {
  /** What the index cannot hold, and why. */
  refused: { pmid: string; reason: string }[];
  /** Searchable articles of the index after the load, other processes' included (count). */
  articles: number;
};

/**
 * Load articles into an index on a server, the last version of a pmid winning and deletions applied.
 *
 * Several processes may load parts of a source at once, as long as all versions of a pmid are in one part. A load that was stopped or killed is done again with the same source:
 * what is in already is told by its content and passed over. An answered write is on disk.
 * Out: counts. If down: waits and sends again for as long as the patience lasts, then the server's failure; cancelled or timeout by the signal; misconfigured for an index that does not fit; the encoder's own failure. What the source throws passes through.
 */
export const loadArticles = async (options: LoadOptions): Promise<Outcome<LoadReport>> => {
  const { server, name, encoder, signal, shards = 1, batch = 500, atOnce = 2 } = options;
  const model =
    encoder === undefined
      ? undefined
      : { name: encoder.model, weightsSha256: encoder.weightsSha256, dimensions: encoder.dimensions };
  const counts: LoadCounts = { read: 0, written: 0, kept: 0, deleted: 0, waits: 0 };
  const target: Target = {
    server,
    name,
    signal,
    patience: { ...PATIENCE, ...options.patience },
    onWait: (reason, ms) => {
      counts.waits += 1;
      options.onWait?.(reason, ms);
    },
  };
  const ensured = await patiently(target, () => ensureIndex(server, name, { model, shards }, signal));
  if (ensured.is !== "ok") return ensured;
  const holdsSome = ensured.value.articles > 0;
  const refused: LoadReport["refused"] = [];

  const put = async (records: Batch): Promise<Outcome<LoadCounts>> => {
    const changes = await patiently(target, () => changesOf(records, { server, name, encoder, holdsSome, signal }));
    if (changes.is !== "ok") return changes;
    counts.kept += changes.value.kept;
    const sent = await sendUntilIn(target, changes.value.changes);
    if (sent.is !== "ok") return sent;
    counts.written += sent.value.done.filter(({ document }) => document !== undefined).length;
    counts.deleted += sent.value.done.filter(({ document }) => document === undefined).length;
    refused.push(...sent.value.refused);
    options.onProgress?.({ ...counts });
    return ok(counts);
  };

  const lane = openLane(put, atOnce);
  const failed = await runThrough(
    lane,
    batchesOf(options.articles, batch, () => (counts.read += 1)),
    signal,
  );
  if (failed !== undefined) return stopped(failed, name);
  const articles = await patiently(target, () => openToSearches(server, name, signal));
  return articles.is === "ok" ? ok({ ...counts, refused, articles: articles.value }) : stopped(articles, name);
};

const runThrough = async (
  lane: Lane,
  batches: AsyncIterable<Batch>,
  signal: AbortSignal | undefined,
): Promise<Failure | undefined> => {
  try {
    for await (const batch of batches) {
      const failed = signal?.aborted ? failure("cancelled", "the load was stopped.") : await lane.add(batch);
      if (failed !== undefined) break;
    }
  } catch (error) {
    await lane.drained();
    throw error;
  }
  const failed = await lane.drained();
  return failed ?? (signal?.aborted ? failure("cancelled", "the load was stopped.") : undefined);
};

const stopped = ({ is, detail }: Failure, name: string): Failure =>
  failure(is, `${detail} What got in stays in ${name}; the same command goes on with it.`);

/** Make all of the load searchable, and let the server refresh by itself again. Out: articles of the index (count). */
const openToSearches = async (server: Server, name: string, signal: AbortSignal | undefined): Promise<Outcome<number>> => {
  const settings = await server.ask(
    {
      name: "settings",
      method: "PUT",
      path: `/${encodeURIComponent(name)}/_settings`,
      body: { index: { refresh_interval: null } },
    },
    { reply: z.object({ acknowledged: z.literal(true) }), signal },
  );
  if (settings.is !== "ok") return settings;
  const refreshed = await refreshIndex(server, name, signal);
  if (refreshed.is !== "ok") return refreshed;
  const described = await describeIndex(server, name, { signal });
  return described.is === "ok" ? ok(described.value.articles) : described;
};
