import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import { stoppedBy } from "./all-or-first-failure.ts";
import { inspectReader, type ReaderFacts, withWayOut } from "./inspect-reader.ts";
import type { Reader, ReaderOptions } from "./reader.ts";
import { recentVectors } from "./recent-vectors.ts";
import { arrivalOf, textRequests } from "./text-requests.ts";
import { openWorkerPool, type WorkerPool } from "./worker-pool.ts";

const DEFAULT_MODEL = "MiniLM-L6-note-reader";
const MOST_THREADS = 2;
const RECENT = 256;
const STALL_MS = 120_000; // as the encoder's: a long note is told of while it is read

/**
 * Open a reader; nothing is loaded and no thread starts before the first note.
 *
 * `read`: a question and a note's sentences in, one raw logit a sentence out. A note longer than one input is read in windows, each with the question; a question is cut at 160 word pieces, a sentence at 64, and counted.
 * If down: misconfigured (weights missing, truncated, of another kind, or failing their start-up note), unavailable (a note killed two threads), cancelled or timeout (by the signal's reason). The network is never used.
 * @cite devlin2019bert §4.1
 */
export function openReader(options: ReaderOptions): Reader {
  const { modelsDir, model = DEFAULT_MODEL } = options;
  const name = `Reader "${model}"`;
  const closedFailure = failure("cancelled", `${name} was closed.`);
  const recent = recentVectors(options.recent ?? RECENT);
  let cut = 0;
  const request = textRequests((key, read) => {
    if (read.cut) cut++;
    recent.put(key, read);
  });
  let facts: Outcome<ReaderFacts> | undefined;
  let identity: string | undefined;
  let pool: WorkerPool | undefined;
  let closed = false;

  // Looked at again while it fails, so that weights put in place later are found.
  function check(): Outcome<ReaderFacts> {
    if (facts?.is !== "ok") facts = inspectReader(modelsDir, model);
    return facts;
  }

  function openPool(workerData: ReaderFacts): WorkerPool {
    const threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism());
    const script = options.script ?? new URL("./read-worker.mjs", import.meta.url);
    return openWorkerPool({ script, workerData, threads, stallMs: options.stallMs ?? STALL_MS, name });
  }

  return {
    model,
    get identity() {
      const checked = check();
      if (checked.is !== "ok") return "missing";
      identity ??= identityOf(checked.value);
      return identity;
    },
    check,
    read: async (question, sentences, { signal } = {}) => {
      if (closed) return closedFailure;
      if (signal?.aborted) return stoppedBy(signal, name);
      const checked = check();
      if (checked.is !== "ok") return checked;
      if (sentences.length === 0) return ok([]);
      const note = JSON.stringify(sentences);
      const key = sha256(JSON.stringify([question, note]));
      const known = recent.get(key);
      if (known !== undefined) return ok([...known.vector]);
      pool ??= openPool(checked.value);
      const asked = request(key, question, note);
      if (asked.fresh) pool.add([asked.task]);
      const arrived = await arrivalOf(new Map([[key, asked]]), signal, name);
      if (arrived.is === "ok") return ok([...arrived.value[0]!.vector]); // one value a request
      return arrived.is === "misconfigured" ? withWayOut(arrived, checked.value) : arrived;
    },
    truncated: () => cut,
    close: async () => {
      closed = true;
      await pool?.close();
    },
  };
}

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const identityOf = ({ reader, base, hidden, maxTokens }: ReaderFacts): string => {
  const [own, lower] = [reader, base].map(({ listedSha256, weights }) => listedSha256 ?? sha256(readFileSync(weights)));
  return sha256(JSON.stringify([own, lower, hidden, maxTokens]));
};
