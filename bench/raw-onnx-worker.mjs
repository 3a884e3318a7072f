// The floor that the encoder is measured against: onnxruntime-node alone, one text's token ids a call, one single-thread session.
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const ort = createRequire(createRequire(import.meta.url).resolve("@huggingface/transformers"))("onnxruntime-node");
const session = await ort.InferenceSession.create(workerData.weights, { intraOpNumThreads: 1, interOpNumThreads: 1 });
parentPort.on("message", async ({ ids }) => {
  const row = (value) => new ort.Tensor("int64", BigInt64Array.from(ids, value), [1, ids.length]);
  const output = await session.run({ input_ids: row(BigInt), attention_mask: row(() => 1n), token_type_ids: row(() => 0n) });
  for (const tensor of Object.values(output)) tensor.dispose();
  parentPort.postMessage("done");
});
parentPort.postMessage("ready");
