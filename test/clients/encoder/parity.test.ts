import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { openEncoder } from "../../../clients/encoder/open-encoder.ts";
import { modelsDir, readEnv } from "../../../clients/env.ts";
import { dot } from "../../../retrieval/vectors.ts";
import { spearman } from "../../support/spearman.ts";

vi.setConfig({ testTimeout: 60_000 });
const models = modelsDir(readEnv({ variables: {} }));
const fixtures = new URL("../../fixtures/encoder/", import.meta.url);
const Rows = z.array(z.object({ text: z.string(), fp32: z.base64() }));
const Fixture = z.object({ source: z.string(), questions: Rows, sentences: Rows });
const floats = (base64: string) => new Float32Array(new Uint8Array(Buffer.from(base64, "base64")).buffer);

const names = readdirSync(models, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => existsSync(join(models, name, "encoder.json")))
  .filter((name) => readFileSync(join(models, name, "encoder.json"), "utf8").includes('"selfTest"')); // a cross-encoder has a pairTest

describe.each(names)("%s, beside sentence-transformers in fp32", (model) => {
  const { questions, sentences } = Fixture.parse(JSON.parse(readFileSync(new URL(`parity-${model}.json`, fixtures), "utf8")));
  const texts = [...questions, ...sentences].map(({ text }) => text);
  const theirs = [...questions, ...sentences].map(({ fp32 }) => floats(fp32));
  const encoder = openEncoder({ modelsDir: models, model });
  afterAll(() => encoder.close());

  const ours = async (from = encoder) => {
    const outcome = await from.embed(texts);
    if (outcome.is !== "ok") throw new Error(outcome.detail);
    return outcome.value;
  };
  const cosines = (vectors: readonly Float32Array[]) =>
    questions.flatMap((_, q) => sentences.map((_, s) => dot(vectors[q]!, vectors[questions.length + s]!)));

  it("int8 ranks pairs of question and sentence as fp32 does", async () => {
    expect(spearman(cosines(await ours()), cosines(theirs))).toBeGreaterThanOrEqual(0.99);
  });

  it("a text's vector is the same alone and among others", async () => {
    const among = await ours();
    const alone = openEncoder({ modelsDir: models, model, recent: 0 });
    for (const at of [0, texts.length - 1, 12]) {
      const outcome = await alone.embed([texts[at]!]);
      expect(outcome).toEqual({ is: "ok", value: [among[at]] });
    }
    await alone.close();
  });

  // fp32 weights (90 MB) do not come with the package: training/README.md says how to write them to the folder that this variable names.
  const preciseModels = process.env.EVIGRAPH_FP32_MODELS ?? "";
  const fp32 = existsSync(join(preciseModels, model, "onnx", "model.onnx")) ? it : it.skip;
  fp32("fp32 gives the same numbers to 1e-4", async () => {
    const precise = openEncoder({ modelsDir: preciseModels, model, dtype: "fp32" });
    const vectors = await ours(precise);
    await precise.close();
    for (const [at, vector] of vectors.entries())
      expect(Math.max(...vector.map((value, d) => Math.abs(value - theirs[at]![d]!))), texts[at]).toBeLessThan(1e-4);
  });
});
