// One thread that reads a question and a whole note together: the base encoder's lower layers, then the reader's own. Plain .mjs, as embed-worker.mjs.
import { workerData } from "node:worker_threads";
import { readingWindows } from "./reading-windows.mjs";
import { checkedBytes, keepLocal, serveThread, wellFormed } from "./serve-thread.mjs";
import { withOutput } from "./with-output.mjs";

const { modelsDir, tokenizer, base, reader, hidden, maxTokens, selfTest, state } = workerData;
const TOLD = "logits";

async function load() {
  const { InferenceSession, Tensor } = await import("onnxruntime-node");
  const transformers = await import("@huggingface/transformers");
  keepLocal(transformers, modelsDir);
  const read = await transformers.AutoTokenizer.from_pretrained(tokenizer);
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4 };
  const lower = await InferenceSession.create(withOutput(checkedBytes(base.weights, base.listedSha256), hidden), options);
  const upper = await InferenceSession.create(checkedBytes(reader.weights, reader.listedSha256), options);
  for (const name of ["hidden", "question", "sentences"])
    if (!upper.inputNames.includes(name))
      throw new Error(`it takes ${upper.inputNames.join(", ")} and no ${name}, so it is no reader`);

  const pieces = (text) => read(wellFormed(text), { add_special_tokens: false, return_tensor: false }).input_ids;
  const [cls, sep] = read("", { return_tensor: false }).input_ids;
  const row = (values) => new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);

  async function judge({ ids, types, asked, sentences }) {
    const given = { input_ids: row(ids), attention_mask: row(ids.map(() => 1)), token_type_ids: row(types) };
    const { [hidden]: states } = await lower.run(Object.fromEntries(lower.inputNames.map((name) => [name, given[name]])), [
      hidden,
    ]);
    const judged = sentences.filter((sentence) => sentence.judged);
    // A sentence without a word piece of its own is read at the piece that ends it.
    const spans = judged.map(({ from, to }) => ({ from, to: Math.max(to, from + 1) }));
    const feeds = {
      hidden: states,
      question: meansOver([{ from: 1, to: Math.max(1 + asked, 2) }], ids.length, Tensor),
      sentences: meansOver(spans, ids.length, Tensor),
    };
    const { [TOLD]: logits } = await upper.run(feeds, [TOLD]);
    return judged.map(({ at }, place) => ({ at, logit: logits.data[place] }));
  }

  // text: the question; pair: the note's sentences as JSON, so that one task is one note. A long note takes a minute: it can be stopped between two steps.
  async function answer(text, pair, step) {
    const inSteps = (sentence) => {
      step();
      return pieces(sentence);
    };
    const sentences = JSON.parse(pair);
    const { windows, cut } = readingWindows(pieces(text), sentences.map(inSteps), { cls, sep }, maxTokens);
    const vector = new Float32Array(sentences.length);
    for (const window of windows) {
      step();
      for (const { at, logit } of await judge(window)) vector[at] = logit;
    }
    return { vector, cut };
  }

  if (selfTest !== undefined) {
    const { vector } = await answer(selfTest.question, JSON.stringify(selfTest.sentences), () => undefined);
    const far = selfTest.logits.findIndex((logit, at) => !(Math.abs(logit - vector[at]) <= selfTest.tolerance));
    if (far >= 0)
      throw new Error(
        `its start-up sentence ${far + 1} has logit ${vector[far]?.toFixed(3)}, expected ${selfTest.logits[far]} within ${selfTest.tolerance} (reader.json)`,
      );
  }
  const release = async () => {
    await lower.release();
    await upper.release();
  };
  return { answer, release };
}

/** One row a span, whose product with the tokens' states is their mean. */
function meansOver(spans, tokens, Tensor) {
  const weights = new Float32Array(spans.length * tokens);
  for (const [at, { from, to }] of spans.entries()) weights.fill(1 / (to - from), at * tokens + from, at * tokens + to);
  return new Tensor("float32", weights, [spans.length, tokens]);
}

await serveThread(state, load);
