// One thread, one single-thread session, one text a call: int8 scales are per tensor, so in a batch a vector would depend on its batch mates.
// Plain .mjs on purpose: on Node 20 the hooks of tsx do not reach worker threads.
import { workerData } from "node:worker_threads";
import { pairTokens } from "./pair-tokens.mjs";
import { checkedBytes, keepLocal, serveThread, wellFormed } from "./serve-thread.mjs";

const { modelsDir, model, kind, tokenizer, dtype, weights, listedSha256, dimensions, maxTokens, selfTest, pairTest, state } =
  workerData;
const CROSS = kind === "cross";
let session;
let tokenize;

async function load() {
  checkedBytes(weights, listedSha256);
  const transformers = await import("@huggingface/transformers");
  const { AutoTokenizer, Tensor } = transformers;
  keepLocal(transformers, modelsDir);
  const read = await AutoTokenizer.from_pretrained(tokenizer);
  const sessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1 };
  const Auto = CROSS ? transformers.AutoModelForSequenceClassification : transformers.AutoModel;
  const bert = await Auto.from_pretrained(model, { dtype, device: "cpu", session_options: sessionOptions });
  const { inputNames, outputNames } = bert.sessions.model;
  const wanted = CROSS ? "logits" : "last_hidden_state";
  if (!outputNames.includes(wanted)) {
    throw new Error(
      `it gives ${outputNames.join(", ")} and no ${wanted}, so it is no ${CROSS ? "cross-encoder" : "sentence encoder"}`,
    );
  }
  tokenize = (text, pair) =>
    CROSS
      ? pairTokens(read, wellFormed(text), wellFormed(pair), maxTokens)
      : withEnd(read(wellFormed(text), { return_tensor: false }).input_ids);
  session = async ({ ids, types }) => {
    const row = (values) => new Tensor("int64", BigInt64Array.from(values, BigInt), [1, ids.length]);
    const all = { input_ids: row(ids), attention_mask: row(ids.map(() => 1)), token_type_ids: row(types ?? ids.map(() => 0)) };
    const output = await bert(Object.fromEntries(inputNames.map((name) => [name, all[name]])));
    const { data, dims } = output[wanted];
    const vector = CROSS ? Float32Array.from(data) : unitMean(data, dims[1], dims[2]);
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

async function embed(text, pair) {
  const { ids, types, cut } = tokenize(text, pair);
  const vector = await session({ ids, types });
  return { vector, cut };
}

// A raw logit: the softmax of one score would be 1 for every pair.
async function passPairTest() {
  const [question, text] = pairTest?.texts ?? ["a", "b"];
  const { vector } = await embed(question, text);
  if (vector.length !== 1) throw new Error(`it gives ${vector.length} scores a pair, a cross-encoder gives one`);
  if (pairTest === undefined || Math.abs(vector[0] - pairTest.logit) <= pairTest.tolerance) return;
  const expected = `${pairTest.logit} within ${pairTest.tolerance}`;
  throw new Error(`its start-up pair has logit ${vector[0].toFixed(3)}, expected ${expected} (encoder.json)`);
}

async function passSelfTest() {
  const [a, b] = await Promise.all((selfTest?.texts ?? ["a", "b"]).map((text) => embed(text)));
  if (a.vector.length !== dimensions)
    throw new Error(`it gives ${a.vector.length} numbers a text, its config.json says ${dimensions}`);
  if (selfTest === undefined) return;
  const cosine = a.vector.reduce((sum, value, d) => sum + value * b.vector[d], 0);
  if (Math.abs(cosine - selfTest.cosine) <= selfTest.tolerance) return;
  const expected = `${selfTest.cosine} within ${selfTest.tolerance}`;
  throw new Error(`its start-up pair has cosine ${cosine.toFixed(3)}, expected ${expected} (encoder.json)`);
}

await serveThread(state, async () => {
  const release = await load();
  await (CROSS ? passPairTest() : passSelfTest());
  return { answer: embed, release };
});
