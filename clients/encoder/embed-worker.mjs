// One thread, one single-thread session, one text a call: int8 scales are per tensor, so in a batch a vector would depend on its batch mates.
// Plain .mjs on purpose: on Node 20 the hooks of tsx do not reach worker threads.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

// 254 word pieces never need more than this, and a tokenizer's time grows with the text.
const MOST_CHARACTERS = 100_000;

// The weights are local files: nothing in this thread may ask the network for anything.
globalThis.fetch = () => Promise.reject(new Error("The encoder's thread uses no network."));

const { modelsDir, model, tokenizer, dtype, weights, listedSha256, dimensions, maxTokens, selfTest, state } = workerData;
// As in thread-state.ts. Ending a thread inside native code aborts the process, so the main thread waits while BUSY.
const STOP = 0;
const BUSY = 1;
let session;
let tokenize;

async function load() {
  if (listedSha256 !== undefined && createHash("sha256").update(readFileSync(weights)).digest("hex") !== listedSha256) {
    throw new Error(`${weights} is not the file that manifest.json names (its sha256 differs)`);
  }
  const { AutoModel, AutoTokenizer, Tensor, env, LogLevel } = await import("@huggingface/transformers");
  env.allowRemoteModels = false;
  env.localModelPath = modelsDir;
  env.useFSCache = false;
  env.useWasmCache = false;
  env.logLevel = LogLevel.ERROR;
  const read = await AutoTokenizer.from_pretrained(tokenizer);
  const sessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1 };
  const bert = await AutoModel.from_pretrained(model, { dtype, device: "cpu", session_options: sessionOptions });
  const { inputNames, outputNames } = bert.sessions.model;
  if (!outputNames.includes("last_hidden_state")) {
    throw new Error(`it gives ${outputNames.join(", ")} and no last_hidden_state, so it is no sentence encoder`);
  }
  tokenize = (text) => withEnd(read(text.slice(0, MOST_CHARACTERS).toWellFormed(), { return_tensor: false }).input_ids);
  session = async (ids) => {
    const row = (value) => new Tensor("int64", BigInt64Array.from(ids, value), [1, ids.length]);
    const all = { input_ids: row(BigInt), attention_mask: row(() => 1n), token_type_ids: row(() => 0n) };
    const output = await bert(Object.fromEntries(inputNames.map((name) => [name, all[name]])));
    const hidden = output.last_hidden_state;
    const vector = unitMean(hidden.data, hidden.dims[1], hidden.dims[2]);
    for (const tensor of Object.values(output)) tensor.dispose();
    return vector;
  };
  return () => bert.dispose();
}

// transformers.js cuts the closing [SEP] off with the rest; the reference keeps it.
function withEnd(ids) {
  if (ids.length <= maxTokens) return { ids, cut: false };
  return { ids: [...ids.slice(0, maxTokens - 1), ids[ids.length - 1]], cut: true };
}

// Every token counts once: one text a call has no padding, so the attention mask is all ones.
function unitMean(hidden, tokens, dimensions) {
  const vector = new Float32Array(dimensions);
  const sums = new Float64Array(dimensions);
  for (let i = 0; i < tokens * dimensions; i++) sums[i % dimensions] += hidden[i];
  const length = Math.sqrt(sums.reduce((total, sum) => total + sum * sum, 0));
  for (let d = 0; d < dimensions; d++) vector[d] = sums[d] / length;
  return vector;
}

async function embed(text) {
  const { ids, cut } = tokenize(text);
  const vector = await session(ids);
  if (!vector.every(Number.isFinite)) throw new Error("the model gave numbers that are not finite");
  return { vector, cut };
}

async function passSelfTest() {
  const [a, b] = await Promise.all((selfTest?.texts ?? ["a", "b"]).map(embed));
  if (a.vector.length !== dimensions)
    throw new Error(`it gives ${a.vector.length} numbers a text, its config.json says ${dimensions}`);
  if (selfTest === undefined) return;
  const cosine = a.vector.reduce((sum, value, d) => sum + value * b.vector[d], 0);
  if (Math.abs(cosine - selfTest.cosine) <= selfTest.tolerance) return;
  const expected = `${selfTest.cosine} within ${selfTest.tolerance}`;
  throw new Error(`its start-up pair has cosine ${cosine.toFixed(3)}, expected ${expected} (encoder.json)`);
}

function idle() {
  Atomics.store(state, BUSY, 0);
  Atomics.notify(state, BUSY);
}

// Marked busy before the question whether to stop: the main thread asks in the other order, so one of the two sees the other.
async function answer({ id, text }) {
  Atomics.store(state, BUSY, 1);
  if (Atomics.load(state, STOP) === 1) return idle();
  try {
    const { vector, cut } = await embed(text);
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
  const release = await load();
  await passSelfTest();
  idle();
  let last = Promise.resolve();
  parentPort.on("message", (message) => {
    if (message.kind === "text") last = last.then(() => answer(message));
    else last = last.then(() => close(release));
  });
  parentPort.postMessage({ kind: "ready" });
} catch (error) {
  idle();
  parentPort.postMessage({ kind: "unusable", detail: String(error?.message ?? error) });
}
