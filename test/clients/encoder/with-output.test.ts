import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { expect, test } from "vitest";
import { withOutput } from "../../../clients/encoder/with-output.mjs";
import { packageRoot } from "../../../clients/env.ts";

const weights = readFileSync(join(packageRoot(), "data", "models", "all-MiniLM-L6-v2", "onnx", "model_quantized.onnx"));
const INNER = "/encoder/layer.4/output/LayerNorm/Add_1_output_0";
const row = (values: number[]) => new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
const given = { input_ids: row([101, 2339, 102]), attention_mask: row([1, 1, 1]), token_type_ids: row([0, 0, 0]) };

test("a model with one output more gives an inner value, and what it gave before to the bit", async () => {
  const [plain, more] = [await InferenceSession.create(weights), await InferenceSession.create(withOutput(weights, INNER))];
  expect(more.outputNames).toEqual(["last_hidden_state", INNER]);
  const [before, after] = [await plain.run(given), await more.run(given)];
  expect(after.last_hidden_state?.data).toEqual(before.last_hidden_state?.data);
  expect(after[INNER]?.dims).toEqual([1, 3, 384]);
  expect(after[INNER]?.data).not.toEqual(before.last_hidden_state?.data);
  await plain.release();
  await more.release();
});

test("a name that the model does not have is refused when the session is made", async () => {
  await expect(InferenceSession.create(withOutput(weights, "/encoder/layer.9/none"))).rejects.toThrow(/layer\.9/);
});
