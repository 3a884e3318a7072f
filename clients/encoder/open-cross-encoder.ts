import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import { stoppedBy } from "./all-or-first-failure.ts";
import type { CrossEncoder, CrossEncoderOptions, ScoreOptions } from "./cross-encoder.ts";
import type { Embedded } from "./encoder.ts";
import { inspectModel, type ModelFacts, modelName } from "./inspect-model.ts";
import { recentVectors } from "./recent-vectors.ts";
import { arrivalOf, type TextRequest, textRequests } from "./text-requests.ts";
import { openWorkerPool, type WorkerPool } from "./worker-pool.ts";

const MOST_THREADS = 2;
const RECENT = 8192;
const STALL_MS = 120_000;
const MOST_TOKENS = 256; // as long as what the sentence encoder compares, whatever a model's tokenizer allows

/**
 * Open a cross-encoder; nothing is loaded and no thread starts before the first pair.
 *
 * `score`: a question and texts in, one raw logit a text out, in their order. A score depends on its pair alone: one pair a call, at most
 * 256 word pieces with token types; of a longer pair the longer side is cut, and counted.
 * If down: misconfigured (weights missing, truncated, of another kind, or failing their start-up pair), unavailable (a pair killed two
 * threads), cancelled or timeout (by the signal's reason). The network is never used.
 * @cite nogueira2019passage §2
 */
export function openCrossEncoder(options: CrossEncoderOptions): CrossEncoder {
  const { modelsDir, model, dtype = "q8" } = options;
  const name = modelName("cross", model);
  const closedFailure = failure("cancelled", `${name} was closed.`);
  const counts = { asked: 0, scored: 0, fromMemory: 0, truncated: 0 };
  const recent = recentVectors(options.recent ?? RECENT);
  const request = textRequests((key, scored) => {
    counts.scored++;
    if (scored.cut) counts.truncated++;
    recent.put(key, scored);
  });
  let facts: Outcome<ModelFacts> | undefined;
  let sha256: string | undefined;
  let pool: WorkerPool | undefined;
  let closed = false;

  // Looked at again while it fails, so that weights put in place later are found.
  function check(): Outcome<ModelFacts> {
    if (facts?.is !== "ok") facts = inspectModel(modelsDir, model, dtype, "cross");
    return facts;
  }

  function openPool(known: ModelFacts): WorkerPool {
    const threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism());
    const script = options.script ?? new URL("./embed-worker.mjs", import.meta.url);
    const workerData = { ...known, maxTokens: Math.min(MOST_TOKENS, known.maxTokens) };
    return openWorkerPool({ script, workerData, threads, stallMs: options.stallMs ?? STALL_MS, name });
  }

  async function score(
    question: string,
    texts: readonly string[],
    { signal, onScored }: ScoreOptions = {},
  ): Promise<Outcome<number[]>> {
    if (closed) return closedFailure;
    if (signal?.aborted) return stoppedBy(signal, name);
    const checked = check();
    if (checked.is !== "ok") return checked;
    const keys = texts.map((text) =>
      createHash("sha256")
        .update(JSON.stringify([question, text]))
        .digest("hex"),
    );
    const known = new Map<string, Embedded>();
    const requests = new Map<string, TextRequest>();
    let done = 0;
    for (const [at, key] of keys.entries()) {
      const found = recent.get(key);
      if (found !== undefined) known.set(key, found);
      else if (!requests.has(key)) requests.set(key, request(key, question, texts[at]));
    }
    counts.asked += texts.length;
    counts.fromMemory += known.size;
    const report = (): void => onScored?.(Math.min(++done + known.size, texts.length));
    for (const { result } of requests.values()) void result.then(({ is }) => is === "ok" && report());
    pool ??= openPool(checked.value);
    const fresh = [...requests.values()].filter((wanted) => wanted.fresh).map(({ task }) => task);
    pool.add(fresh.sort((a, b) => (b.pair ?? "").length - (a.pair ?? "").length)); // longest first: the threads then finish together
    const arrived = await arrivalOf(requests, signal, name);
    if (arrived.is !== "ok") return arrived;
    for (const [at, key] of [...requests.keys()].entries()) known.set(key, arrived.value[at]!); // one value a request
    return ok(keys.map((key) => known.get(key)!.vector[0]!)); // each key was looked up or has arrived, with its one logit
  }

  return {
    model,
    get weightsSha256() {
      const checked = check();
      if (checked.is !== "ok") return "missing";
      const { listedSha256, weights } = checked.value;
      sha256 ??= listedSha256 ?? createHash("sha256").update(readFileSync(weights)).digest("hex");
      return sha256;
    },
    check,
    score,
    counts: () => ({ ...counts, ...(pool?.counts() ?? { threads: 0, threadDeaths: 0 }) }),
    closed: () => closed,
    close: async () => {
      closed = true;
      await pool?.close();
    },
  };
}
