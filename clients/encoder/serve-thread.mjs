// Plain .mjs, as the worker threads that import it: on Node 20 the hooks of tsx do not reach worker threads.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";

// As in thread-state.ts. Ending a thread inside native code aborts the process, so the main thread waits while BUSY.
const STOP = 0;
const BUSY = 1;
const SKIP = 2;

// 254 word pieces never need more than this, and a tokenizer's time grows with the text.
const MOST_CHARACTERS = 100_000;

/** Cut a text to what a tokenizer takes well. */
export const wellFormed = (text) => text.slice(0, MOST_CHARACTERS).toWellFormed();

/** Keep transformers.js to the local folder of models, without caches of its own and without its warnings. In: its module, the folder. */
export function keepLocal({ env, LogLevel }, modelsDir) {
  env.allowRemoteModels = false;
  env.localModelPath = modelsDir;
  env.useFSCache = false;
  env.useWasmCache = false;
  env.logLevel = LogLevel.ERROR;
}

// A task of several steps says so often that it lives.
const TELL_MS = 500;

/** Read weights and compare them with what manifest.json says of them. In: path, sha256 or undefined. Out: the bytes. Throws where they differ. */
export function checkedBytes(weights, listedSha256) {
  const bytes = readFileSync(weights);
  if (listedSha256 !== undefined && createHash("sha256").update(bytes).digest("hex") !== listedSha256)
    throw new Error(`${weights} is not the file that manifest.json names (its sha256 differs)`);
  return bytes;
}

/**
 * Answer the main thread's texts one after another, until it says close.
 *
 * In: the state shared with the main thread; what loads the model and passes its start-up test, giving `answer` (text, pair, step -> vector, cut) and `release`.
 * Says "ready" or "unusable", then a "vector" or "failed" a text. An answer of several steps calls `step` before each: it throws when the main thread has asked to stop or to skip this text, and else says "working" from time to time.
 */
export async function serveThread(state, load) {
  // The weights are local files: nothing in this thread may ask the network for anything.
  globalThis.fetch = () => Promise.reject(new Error("The encoder's thread uses no network."));

  function idle() {
    Atomics.store(state, BUSY, 0);
    Atomics.notify(state, BUSY);
  }

  let told = 0;
  let now = -1;
  function step() {
    if (Atomics.load(state, STOP) === 1 || Atomics.load(state, SKIP) === now) throw new Error("it was asked to stop");
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    parentPort.postMessage({ kind: "working" });
  }

  // Marked busy before the question whether to stop: the main thread asks in the other order, so one of the two sees the other.
  async function reply({ id, text, pair }, answer) {
    Atomics.store(state, BUSY, 1);
    if (Atomics.load(state, STOP) === 1) return idle();
    told = performance.now();
    now = id;
    try {
      const { vector, cut } = await answer(text, pair, step);
      if (!vector.every(Number.isFinite)) throw new Error("the model gave numbers that are not finite");
      idle();
      parentPort.postMessage({ kind: "vector", id, vector, cut }, [vector.buffer]);
    } catch (error) {
      idle();
      parentPort.postMessage({ kind: "failed", id, detail: String(error?.message ?? error) });
    }
  }

  async function close(release) {
    Atomics.store(state, BUSY, 1);
    await release();
    idle();
    parentPort.close();
  }

  try {
    const { answer, release } = await load();
    idle();
    let last = Promise.resolve();
    parentPort.on("message", (message) => {
      if (message.kind === "text") last = last.then(() => reply(message, answer));
      else last = last.then(() => close(release));
    });
    parentPort.postMessage({ kind: "ready" });
  } catch (error) {
    idle();
    parentPort.postMessage({ kind: "unusable", detail: String(error?.message ?? error) });
  }
}
