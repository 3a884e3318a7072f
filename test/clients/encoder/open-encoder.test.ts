import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Encoder, EncoderOptions } from "../../../clients/encoder/encoder.ts";
import { openEncoder } from "../../../clients/encoder/open-encoder.ts";
import { sharedEncoder } from "../../../clients/encoder/shared-encoder.ts";
import { modelsDir, packageRoot, readEnv } from "../../../clients/env.ts";
import { cosine, dot } from "../../../retrieval/vectors.ts";

vi.setConfig({ testTimeout: 60_000 }); // a thread loads its weights in a third of a second, on a busy machine in some
const MODEL = "all-MiniLM-L6-v2";
const models = modelsDir(readEnv({ variables: {} }));
const fixtures = new URL("../../fixtures/encoder/", import.meta.url);
const folder = () => mkdtempSync(join(tmpdir(), "models with space "));

const opened: Encoder[] = [];
const open = (options: Partial<EncoderOptions> = {}): Encoder => {
  const encoder = openEncoder({ modelsDir: models, ...options });
  opened.push(encoder);
  return encoder;
};
const encoder = openEncoder({ modelsDir: models });
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(() => encoder.close());

async function vectors(from: Encoder, texts: readonly string[], remember = false): Promise<Float32Array[]> {
  const outcome = await from.embed(texts, { remember });
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value;
}
const vectorOf = async (from: Encoder, text: string): Promise<Float32Array> => (await vectors(from, [text]))[0]!;

const Reference = z.object({
  rows: z.array(z.object({ name: z.string(), text: z.string(), ids: z.array(z.int()), int8: z.base64(), fp32: z.base64() })),
});
const { rows } = Reference.parse(JSON.parse(readFileSync(new URL("reference.json", fixtures), "utf8")));
const floats = (base64: string) => new Float32Array(new Uint8Array(Buffer.from(base64, "base64")).buffer);

/** A folder of models whose weights are links to the real ones, to be spoilt by a test. */
function copyOfModels(): { dir: string; file: (name: string) => string; own: (name: string) => string } {
  const dir = folder();
  mkdirSync(join(dir, MODEL, "onnx"), { recursive: true });
  cpSync(join(models, "manifest.json"), join(dir, "manifest.json"));
  for (const name of readdirSync(join(models, MODEL), { recursive: true, encoding: "utf8" })) {
    if (/\.(json|onnx)$/.test(name)) symlinkSync(join(models, MODEL, name), join(dir, MODEL, name));
  }
  const file = (name: string) => join(dir, MODEL, name);
  const own = (name: string) => {
    rmSync(file(name));
    cpSync(join(models, MODEL, name), file(name));
    return file(name);
  };
  return { dir, file, own };
}

describe("vectors equal other implementations'", () => {
  it.each(rows)("$name: Python onnxruntime on the same weights, and fp32 BERT in numpy", async ({ text, int8, fp32 }) => {
    const vector = await vectorOf(encoder, text);
    // int8 sums saturate a little differently between processors; on one processor the two agree to 1e-5.
    expect(cosine(vector, floats(int8))).toBeGreaterThan(0.99);
    expect(cosine(vector, floats(fp32))).toBeGreaterThan(0.97);
  });

  it("the same numbers as raw onnxruntime-node on the reference's token ids, to the last bits", async () => {
    const ort = createRequire(createRequire(import.meta.url).resolve("@huggingface/transformers"))("onnxruntime-node");
    const path = join(models, MODEL, "onnx", "model_quantized.onnx");
    const session = await ort.InferenceSession.create(path, { intraOpNumThreads: 1, interOpNumThreads: 1 });
    for (const { name, text, ids } of rows) {
      const row = (values: number[]) => new ort.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
      const feeds = { input_ids: row(ids), attention_mask: row(ids.map(() => 1)), token_type_ids: row(ids.map(() => 0)) };
      const { data } = (await session.run(feeds)).last_hidden_state;
      const mean = Float32Array.from(
        { length: 384 },
        (_, d) => ids.reduce((sum, _id, t) => sum + data[t * 384 + d], 0) / ids.length,
      );
      const unit = mean.map((value) => value / Math.sqrt(dot(mean, mean)));
      const ours = await vectorOf(encoder, text);
      expect(Math.max(...ours.map((value, d) => Math.abs(value - unit[d]!))), name).toBeLessThan(1e-6);
    }
  });

  it("a question is nearer to its answer than to an unrelated sentence, by about as much as in fp32", async () => {
    const named = new Map(rows.map((row) => [row.name, row]));
    const similarity = async (a: string, b: string) =>
      cosine(await vectorOf(encoder, named.get(a)!.text), await vectorOf(encoder, named.get(b)!.text));
    expect(await similarity("question", "answer")).toBeCloseTo(0.755, 1); // numpy fp32: 0.7550
    expect(await similarity("question", "unrelated")).toBeCloseTo(0.084, 1); // 0.0844
  });

  it("every vector has 384 numbers and unit length", async () => {
    for (const vector of await vectors(
      encoder,
      rows.map((row) => row.text),
    )) {
      expect(vector).toHaveLength(384);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
    expect(encoder.dimensions).toBe(384);
    expect(encoder.weightsSha256).toMatch(/^afdb6f1a0e45b715/);
  });
});

describe("repeatable", () => {
  it("a text's vector is the same to the bit alone, among others, in another order and on two threads", async () => {
    const texts = rows.map((row) => row.text);
    const together = await vectors(open({ threads: 2 }), texts);
    const reversed = (await vectors(open({ threads: 1 }), [...texts].reverse())).reverse();
    const alone = open({ threads: 1, recent: 0 });
    for (const [i, text] of texts.entries()) {
      const vector = await vectorOf(alone, text);
      expect(together[i]).toEqual(vector);
      expect(reversed[i]).toEqual(vector);
    }
  });
});

describe("odd texts", () => {
  it("empty text, control characters and a lone surrogate have vectors like any other", async () => {
    const [empty, controls, plain, lone, replaced] = await vectors(encoder, [
      "",
      "fe\u0000ver\u0007",
      "fever",
      "a \ud800 b",
      "a \ufffd b",
    ]);
    expect(dot(empty!, empty!)).toBeCloseTo(1, 5);
    expect(controls).toEqual(plain); // BERT's normalizer drops control characters
    expect(lone).toEqual(replaced);
  });

  it("a text of 10,000 tokens is cut to its first 254 word pieces, and counted", async () => {
    const one = open();
    const words = Array.from({ length: 10_000 }, (_, i) => ["fever", "pain", "cough"][i % 3]!);
    const [long, cut, other] = await vectors(one, [words.join(" "), words.slice(0, 254).join(" "), "short"]);
    expect(long).toEqual(cut); // 254 words of one piece each, [CLS] and [SEP]: exactly 256, so not cut
    expect(long).not.toEqual(other);
    expect(one.truncated()).toBe(1);
  });

  it.each([{}, { model_max_length: 1e30 }])(
    "a tokenizer that says %j of its longest input still cuts within the model's (field case 125)",
    async (says) => {
      const { dir, own } = copyOfModels();
      const { model_max_length: _, ...config } = JSON.parse(readFileSync(own("tokenizer_config.json"), "utf8"));
      writeFileSync(join(dir, MODEL, "tokenizer_config.json"), JSON.stringify({ ...config, ...says }));
      const one = open({ modelsDir: dir });
      expect(await vectorOf(one, "fever ".repeat(600))).toHaveLength(384);
      expect(one.truncated()).toBe(1);
    },
  );

  it("a megabyte without a space neither hangs nor fails", async () => {
    expect(await vectorOf(encoder, "x".repeat(1_000_000))).toHaveLength(384);
  });

  it("1,000 short texts at once", async () => {
    const texts = Array.from({ length: 1000 }, (_, i) => `sodium ${130 + (i % 10)} on day ${Math.floor(i / 10)}`);
    const all = await vectors(encoder, texts);
    expect(all).toHaveLength(1000);
    expect(all[17]).toEqual(await vectorOf(open(), texts[17]!));
  });
});

describe("weights that cannot be used", () => {
  const failing = async (options: Partial<EncoderOptions>) => {
    const outcome = await open(options).embed(["a"]);
    return outcome.is === "ok" ? "ok" : `${outcome.is}: ${outcome.detail}`;
  };

  it("a folder without the model: the way out names EVIGRAPH_MODELS and the path", async () => {
    const dir = folder();
    const detail = await failing({ modelsDir: dir });
    expect(detail).toMatch(/^misconfigured: .*EVIGRAPH_MODELS/);
    expect(detail).toContain(join(dir, MODEL, "config.json"));
    expect(open({ modelsDir: dir })).toMatchObject({ weightsSha256: "missing", dimensions: 0 });
  });

  it.each(["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model_quantized.onnx"])("without %s", async (name) => {
    const { dir, file } = copyOfModels();
    rmSync(file(name));
    const detail = await failing({ modelsDir: dir });
    expect(detail).toMatch(/^misconfigured: .* is missing/);
    expect(detail).toContain(file(name));
  });

  it("weights of another precision than the folder has", async () => {
    expect(await failing({ dtype: "fp32" })).toMatch(/^misconfigured: .*model\.onnx is missing/);
  });

  it("a download that broke off is told from its size", async () => {
    const { dir, own } = copyOfModels();
    truncateSync(own("onnx/model_quantized.onnx"), 1_000_000);
    expect(await failing({ modelsDir: dir })).toMatch(/^misconfigured: .*truncated.*1000000 bytes, expected 22972370/);
  });

  it("weights changed by one byte are refused where the manifest lists them", async () => {
    const { dir, own } = copyOfModels();
    const path = own("onnx/model_quantized.onnx");
    const bytes = readFileSync(path);
    bytes[12_000_000] = bytes[12_000_000]! ^ 1;
    writeFileSync(path, bytes);
    expect(await failing({ modelsDir: dir })).toMatch(/^misconfigured: .*sha256 differs/);
  });

  it("weights that no manifest lists and that are no ONNX", async () => {
    const { dir, own } = copyOfModels();
    rmSync(join(dir, "manifest.json"));
    truncateSync(own("onnx/model_quantized.onnx"), 1_000_000);
    expect(await failing({ modelsDir: dir })).toMatch(/^misconfigured: /);
  });

  it("a model of another kind, such as a cross-encoder with one logit", async () => {
    const { dir, own } = copyOfModels();
    rmSync(join(dir, "manifest.json"));
    cpSync(new URL("logits.onnx", fixtures), own("onnx/model_quantized.onnx"));
    expect(await failing({ modelsDir: dir })).toMatch(/^misconfigured: .*logits.*no sentence encoder/);
  });

  it("a config that says another length of vector, or is no JSON", async () => {
    const { dir, own } = copyOfModels();
    const config = readFileSync(own("config.json"), "utf8");
    writeFileSync(join(dir, MODEL, "config.json"), config.replace('"hidden_size": 384', '"hidden_size": 768'));
    expect(await failing({ modelsDir: dir })).toMatch(/^misconfigured: .*384 numbers.*768/);
    writeFileSync(join(dir, MODEL, "config.json"), "{");
    expect(await failing({ modelsDir: dir })).toMatch(/^misconfigured: .*config\.json cannot be used \(no JSON\)/);
  });

  it("a start-up pair that does not come out as stored stops the encoder, for good", async () => {
    const { dir, own } = copyOfModels();
    const stored = JSON.parse(readFileSync(own("encoder.json"), "utf8"));
    writeFileSync(join(dir, MODEL, "encoder.json"), JSON.stringify({ selfTest: { ...stored.selfTest, cosine: 0.5 } }));
    const one = open({ modelsDir: dir });
    expect(await one.embed(["a"])).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("cosine 0.75") });
    expect(await one.embed(["b"])).toMatchObject({ is: "misconfigured" });
  });

  it("weights put in place later are found", async () => {
    const { dir, file } = copyOfModels();
    rmSync(file("config.json"));
    const one = open({ modelsDir: dir });
    expect(await one.embed(["a"])).toMatchObject({ is: "misconfigured" });
    cpSync(join(models, MODEL, "config.json"), file("config.json"));
    expect(await one.embed(["a"])).toMatchObject({ is: "ok" });
  });

  it("a second model may share the first one's tokenizer", async () => {
    const { dir } = copyOfModels();
    mkdirSync(join(dir, "tuned", "onnx"), { recursive: true });
    for (const name of ["config.json", "onnx/model_quantized.onnx"])
      symlinkSync(join(models, MODEL, name), join(dir, "tuned", name));
    writeFileSync(join(dir, "tuned", "encoder.json"), JSON.stringify({ tokenizer: MODEL }));
    const tuned = open({ modelsDir: dir, model: "tuned" });
    expect(await vectorOf(tuned, "fever")).toEqual(await vectorOf(encoder, "fever"));
    expect(tuned.weightsSha256).toBe(encoder.weightsSha256); // hashed: no manifest lists it
  });
});

describe("the cache file", () => {
  it("keeps vectors of texts to be remembered, none of others, and never a text", async () => {
    const cacheFile = join(folder(), "deeper", "vectors.db");
    const first = open({ cacheFile });
    const [asked] = await vectors(first, ["public abstract"], true);
    await vectors(first, ["note of a patient"]);
    await first.close();
    const second = open({ cacheFile });
    expect(await vectors(second, ["public abstract", "note of a patient"], true)).toEqual([
      asked,
      await vectorOf(encoder, "note of a patient"),
    ]);
    expect(second.counts()).toMatchObject({ fromFile: 1, embedded: 1 });
    await second.close();
    expect(readFileSync(cacheFile, "latin1")).not.toContain("public abstract");
  });

  it("is not read for a text that was not to be remembered", async () => {
    const cacheFile = join(folder(), "vectors.db");
    await vectors(open({ cacheFile }), ["a"], true);
    const second = open({ cacheFile });
    await vectors(second, ["a"]);
    expect(second.counts()).toMatchObject({ fromFile: 0, embedded: 1 });
  });

  it("that breaks while it is used costs time, not the answer, and is counted", async () => {
    const cacheFile = join(folder(), "vectors.db");
    const one = open({ cacheFile });
    await vectors(one, ["a"], true);
    new Database(cacheFile).exec("DROP TABLE vectors").close();
    expect(await vectors(one, ["b"], true)).toEqual(await vectors(encoder, ["b"]));
    expect(one.counts().fileFailures).toBe(2); // looking b up, keeping it
  });

  it("that is something else is named, and left as it is", async () => {
    const cacheFile = join(folder(), "notes.txt");
    writeFileSync(cacheFile, "not a database, but somebody's work ".repeat(50));
    const one = open({ cacheFile });
    expect(await one.embed(["a"], { remember: true })).toMatchObject({
      is: "misconfigured",
      detail: expect.stringContaining(cacheFile),
    });
    expect(readFileSync(cacheFile, "utf8")).toContain("somebody's work");
  });
});

describe("in the process", () => {
  it("a real thread that dies over a text is replaced and the call ends whole", async () => {
    const one = open({ script: new URL("./dying-worker.mjs", import.meta.url), threads: 1 });
    const text = `die once at ${join(folder(), "died")}`;
    const [a, b] = await vectors(one, ["fever", text]);
    expect(one.counts()).toMatchObject({ threadDeaths: 1, embedded: 2 });
    expect([a, b]).toEqual(await vectors(encoder, ["fever", text]));
  });

  it("there is one encoder a model and folder, and a new one after it was closed", async () => {
    const first = sharedEncoder({ modelsDir: models });
    expect(sharedEncoder({ modelsDir: `${models}/.` })).toBe(first);
    expect(sharedEncoder({ modelsDir: models, model: "other" })).not.toBe(first);
    await first.close();
    expect(sharedEncoder({ modelsDir: models })).not.toBe(first);
  });

  it("nothing heavy is imported outside the thread's own script", () => {
    const sources = readdirSync(new URL("../../../clients/encoder/", import.meta.url)).filter((name) => name.endsWith(".ts"));
    for (const name of sources) {
      const source = readFileSync(new URL(`../../../clients/encoder/${name}`, import.meta.url), "utf8");
      expect(source, name).not.toMatch(/^import [^;]*from "(@huggingface|onnxruntime|better-sqlite3)/m);
    }
  });

  const script = (body: string) => {
    const source = `
      const { openEncoder } = await import("./clients/encoder/open-encoder.ts");
      const encoder = openEncoder({ modelsDir: "data/models" });
      ${body}`;
    const run = promisify(execFile);
    return run(process.execPath, ["--import", "tsx", "--input-type=module", "-e", source], { cwd: packageRoot() });
  };

  it("a script that embeds and forgets to close still ends, with exit code 0", async () => {
    const { stdout } = await script(`
      const outcome = await encoder.embed(["fever"]);
      console.log(outcome.is, outcome.value[0].length);`);
    expect(stdout).toBe("ok 384\n");
  });

  it("process.exit in the middle of a text ends with its own code, not with a crash of the native library", async () => {
    const ended = script(`
      await encoder.embed(["fever"]);
      void encoder.embed(Array.from({ length: 50 }, (_, i) => \`\${i} fever and pain \`.repeat(100)));
      setTimeout(() => process.exit(7), 100);`);
    await expect(ended).rejects.toMatchObject({ code: 7, signal: null });
  });
});
