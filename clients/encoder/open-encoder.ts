import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import { allOrFirstFailure, stoppedBy } from "./all-or-first-failure.ts";
import { downloadModel } from "./download-model.ts";
import type { Embedded, EmbedOptions, Encoder, EncoderOptions } from "./encoder.ts";
import { inspectModel, type ModelFacts, modelName } from "./inspect-model.ts";
import { openReader } from "./open-reader.ts";
import { recentVectors } from "./recent-vectors.ts";
import { arrivalOf, type TextRequest, textRequests } from "./text-requests.ts";
import { openVectorFile, type VectorFile } from "./vector-file.ts";
import { openWorkerPool, type WorkerPool } from "./worker-pool.ts";

const DEFAULT_MODEL = "all-MiniLM-L6-v2";
const MOST_THREADS = 2;
const RECENT = 8192;
const STALL_MS = 120_000;

/**
 * Open a sentence encoder; nothing is loaded and no thread starts before the first text.
 *
 * `embed`: texts in, one vector a text out, in their order: float32, unit length. A vector depends on its text alone: one text a call,
 * mean over its tokens, at most `maxTokens` word pieces (a longer text is cut and counted). Empty text and control characters are text.
 * If down: misconfigured (weights missing, truncated, of another kind, or failing their start-up pair), unavailable (a text killed two
 * threads), cancelled or timeout (by the signal's reason). The network is not used
 * unless allowDownload was given and files are missing.
 * @cite reimers2019sbert §3
 */
export function openEncoder(options: EncoderOptions): Encoder {
  const { modelsDir, model = DEFAULT_MODEL, dtype = "q8" } = options;
  const name = modelName("sentence", model);
  const closedFailure = failure("cancelled", `${name} was closed.`);
  const counts = { asked: 0, embedded: 0, fromMemory: 0, fromFile: 0, shared: 0, truncated: 0, fileFailures: 0 };
  const reader = openReader({ modelsDir, ...(options.threads === undefined ? {} : { threads: options.threads }) });
  const recent = recentVectors(options.recent ?? RECENT);
  const request = textRequests((key, embedded) => {
    counts.embedded++;
    keep(key, embedded);
  });
  let facts: Outcome<ModelFacts> | undefined;
  let sha256: string | undefined;
  let pool: WorkerPool | undefined;
  let file: Promise<Outcome<VectorFile>> | undefined;
  let download: Promise<Outcome<string[]>> | undefined;
  let closed = false;

  function keep(key: string, embedded: Embedded): void {
    if (embedded.cut) counts.truncated++;
    recent.put(key, embedded);
  }

  // Looked at again while it fails, so that weights put in place later are found.
  function check(): Outcome<ModelFacts> {
    if (facts?.is !== "ok") facts = inspectModel(modelsDir, model, dtype);
    return facts;
  }

  async function checkedOrDownloaded(signal: AbortSignal | undefined): Promise<Outcome<ModelFacts>> {
    const egress = options.allowDownload;
    if (check().is === "ok" || egress === undefined) return check();
    // One download for all callers: a caller that stops waiting does not end it for the others.
    download ??= downloadModel(egress, { modelsDir, model, dtype }).finally(() => {
      download = undefined;
    });
    const downloaded = await allOrFirstFailure([download], signal, name);
    return downloaded.is === "ok" ? check() : downloaded;
  }

  function hashOf({ listedSha256, weights }: ModelFacts): string {
    sha256 ??= listedSha256 ?? createHash("sha256").update(readFileSync(weights)).digest("hex");
    return sha256;
  }

  function openPool(workerData: ModelFacts): WorkerPool {
    const threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism());
    const script = options.script ?? new URL("./embed-worker.mjs", import.meta.url);
    return openWorkerPool({ script, workerData, threads, stallMs: options.stallMs ?? STALL_MS, name });
  }

  async function openFile(path: string | undefined, known: ModelFacts): Promise<Outcome<VectorFile | undefined>> {
    if (path === undefined) return ok(undefined);
    file ??= openVectorFile(path, `${hashOf(known)}:${known.maxTokens}`, known.dimensions);
    return file;
  }

  // A file that fails costs time, not the answer: its texts are embedded anew, and the failure is counted.
  function unlessFileFails<Value>(use: () => Value): Value | undefined {
    try {
      return use();
    } catch {
      counts.fileFailures++;
      return undefined;
    }
  }

  function lookUp(key: string, opened: VectorFile | undefined): Embedded | undefined {
    const remembered = recent.get(key);
    if (remembered !== undefined) {
      counts.fromMemory++;
      return remembered;
    }
    const stored = opened && unlessFileFails(() => opened.get(key));
    if (stored === undefined) return undefined;
    counts.fromFile++;
    keep(key, stored);
    return stored;
  }

  async function embed(
    texts: readonly string[],
    { signal, remember = false }: EmbedOptions = {},
  ): Promise<Outcome<Float32Array[]>> {
    if (closed) return closedFailure;
    if (signal?.aborted) return stoppedBy(signal, name);
    const checked = await checkedOrDownloaded(signal);
    if (checked.is !== "ok") return checked;
    const opened = await openFile(remember ? options.cacheFile : undefined, checked.value);
    if (opened.is !== "ok") return opened;
    if (closed) return closedFailure; // while the file was opened

    const keys = texts.map((text) => createHash("sha256").update(text).digest("hex"));
    const textOf = new Map(keys.map((key, i) => [key, texts[i] ?? ""]));
    const vectors = new Map<string, Embedded>();
    const requests = new Map<string, TextRequest>();
    for (const [key, text] of textOf) {
      const found = lookUp(key, opened.value);
      if (found === undefined) requests.set(key, request(key, text));
      else vectors.set(key, found);
    }
    const fresh = [...requests.values()].filter((wanted) => wanted.fresh).map(({ task }) => task);
    counts.asked += texts.length;
    counts.shared += texts.length - textOf.size + requests.size - fresh.length;

    pool ??= openPool(checked.value);
    pool.add(fresh.sort((a, b) => b.text.length - a.text.length)); // longest first: the threads then finish together
    const arrived = await arrivalOf(requests, signal, name);
    if (arrived.is !== "ok") return arrived;
    for (const [i, key] of [...requests.keys()].entries()) vectors.set(key, arrived.value[i]!); // one value a request
    const store = opened.value;
    if (store !== undefined) unlessFileFails(() => store.put(vectors));
    return ok(keys.map((key) => vectors.get(key)!.vector.slice())); // each key was looked up or has arrived; copied, since the caches keep theirs
  }

  return {
    model,
    get weightsSha256() {
      const checked = check();
      return checked.is === "ok" ? hashOf(checked.value) : "missing";
    },
    get dimensions() {
      const checked = check();
      return checked.is === "ok" ? checked.value.dimensions : 0;
    },
    check,
    embed,
    reader,
    truncated: () => counts.truncated,
    counts: () => ({ ...counts, ...(pool?.counts() ?? { threads: 0, threadDeaths: 0 }) }),
    closed: () => closed,
    close: async () => {
      closed = true;
      await Promise.all([pool?.close(), reader.close()]);
      const opened = await file;
      if (opened?.is === "ok") opened.value.close();
    },
  };
}
