import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { CrossEncoder, CrossEncoderOptions } from "../../../clients/encoder/cross-encoder.ts";
import { openCrossEncoder } from "../../../clients/encoder/open-cross-encoder.ts";
import { openEncoder } from "../../../clients/encoder/open-encoder.ts";
import { sharedCrossEncoder } from "../../../clients/encoder/shared-cross-encoder.ts";
import { modelsDir, readEnv } from "../../../clients/env.ts";

vi.setConfig({ testTimeout: 60_000 });
type LongestFirst = (one: number, other: number, places: number) => [number, number];
const pairTokens = new URL("../../../clients/encoder/pair-tokens.mjs", import.meta.url).href;
const { longestFirst }: { longestFirst: LongestFirst } = await import(pairTokens);
const MODEL = "tiny-cross-encoder";
const models = new URL("../../fixtures/encoder/models", import.meta.url).pathname;
const script = new URL("./fake-worker.mjs", import.meta.url);
const Expected = z.object({ rows: z.array(z.object({ question: z.string(), text: z.string(), logit: z.number() })) });
const { rows } = Expected.parse(JSON.parse(readFileSync(join(models, MODEL, "expected.json"), "utf8")));
const long = rows.filter(({ question, text }) => question.length + text.length > 1500);

const opened: CrossEncoder[] = [];
const open = (options: Partial<CrossEncoderOptions> = {}): CrossEncoder => {
  const encoder = openCrossEncoder({ modelsDir: models, model: MODEL, dtype: "fp32", threads: 1, ...options });
  opened.push(encoder);
  return encoder;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
const precise = openCrossEncoder({ modelsDir: models, model: MODEL, dtype: "fp32", threads: 1 });
afterAll(() => precise.close());

const scores = async (encoder: CrossEncoder, question: string, texts: readonly string[]): Promise<number[]> => {
  const outcome = await encoder.score(question, texts);
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value;
};

const copied: string[] = [];
afterAll(() => {
  for (const folder of copied) rmSync(folder, { recursive: true });
});
/** A folder with the model in it, to be spoilt by a test. */
const copyOfModel = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "cross models "));
  copied.push(folder);
  cpSync(join(models, MODEL), join(folder, MODEL), { recursive: true });
  return folder;
};

describe("scores are the reference implementation's", () => {
  it("raw logits of sentence-transformers' CrossEncoder to 1e-4: swapped, empty, too long on one side or both, foreign letters", async () => {
    for (const { question, text, logit } of rows) {
      const [own] = await scores(precise, question, [text]);
      expect(Math.abs(own! - logit), `${question.slice(0, 40)} | ${text.slice(0, 40)}`).toBeLessThan(1e-4);
    }
    expect(long).toHaveLength(3);
    expect(precise.counts().truncated).toBe(3);
  });

  it("a score is no probability of one class, which would be 1 for every pair", () => {
    const logits = rows.map(({ logit }) => logit);
    expect(Math.min(...logits)).toBeLessThan(-1);
    expect(Math.max(...logits)).toBeGreaterThan(1);
  });

  it("the two texts are told apart: swapped, they score otherwise", async () => {
    const [{ question, text } = { question: "", text: "" }] = rows;
    const [there, back] = [await scores(precise, question, [text]), await scores(precise, text, [question])];
    expect(Math.abs(there[0]! - back[0]!)).toBeGreaterThan(0.01);
  });

  it("int8 is near fp32, and a score does not depend on what is scored beside it", async () => {
    const int8 = open({ dtype: "q8", threads: 2, recent: 0 });
    const texts = rows.map(({ text }) => text);
    const question = rows[0]!.question;
    const together = await scores(int8, question, texts);
    const backwards = await scores(int8, question, texts.toReversed());
    expect(backwards.toReversed()).toEqual(together);
    const exact = await scores(precise, question, texts);
    expect(Math.max(...together.map((score, at) => Math.abs(score - exact[at]!)))).toBeLessThan(1);
  });
});

describe("cutting a long pair", () => {
  it("the shorter text stays whole where it fits, else both are halved", () => {
    expect(longestFirst(10, 400, 253)).toEqual([10, 243]);
    expect(longestFirst(400, 10, 253)).toEqual([243, 10]);
    expect(longestFirst(300, 300, 253)).toEqual([126, 127]);
    expect(longestFirst(400, 300, 253)).toEqual([127, 126]);
    expect(longestFirst(200, 201, 253)).toEqual([126, 127]);
  });

  it("every place is used and no text grows (property)", () => {
    const length = fc.integer({ min: 1, max: 600 });
    fc.assert(
      fc.property(length, length, fc.integer({ min: 2, max: 300 }), (one, other, places) => {
        fc.pre(one + other > places);
        const [keptOne, keptOther] = longestFirst(one, other, places);
        expect(keptOne + keptOther).toBe(places);
        expect(keptOne).toBeLessThanOrEqual(one);
        expect(keptOther).toBeLessThanOrEqual(other);
      }),
    );
  });
});

describe("calls", () => {
  it("scores come in the order of the texts, repeats once, remembered ones without the model", async () => {
    const encoder = open();
    const told: number[] = [];
    const texts = ["aspirin", "serum potassium", "aspirin"];
    const first = await encoder.score("drug", texts, { onScored: (done) => told.push(done) });
    expect(first).toMatchObject({ is: "ok" });
    if (first.is !== "ok") return;
    expect(first.value[0]).toBe(first.value[2]);
    expect(first.value[0]).not.toBe(first.value[1]);
    expect(told).toEqual([1, 2]);
    expect(await scores(encoder, "drug", texts.toReversed())).toEqual(first.value.toReversed());
    expect(encoder.counts()).toMatchObject({ asked: 6, scored: 2 });
  });

  it("no text is an answer of no scores, and starts no thread", async () => {
    const encoder = open();
    expect(await encoder.score("drug", [])).toEqual({ is: "ok", value: [] });
    expect(encoder.counts().threads).toBe(0);
  });

  it("the user's stop is cancelled, a deadline a timeout, and a closed one answers nothing", async () => {
    const encoder = open({ script });
    const texts = Array.from({ length: 9 }, (_, at) => String(at));
    expect(await encoder.score("wait", texts, { signal: AbortSignal.abort() })).toMatchObject({ is: "cancelled" });
    expect(await encoder.score("wait", texts, { signal: AbortSignal.timeout(20) })).toMatchObject({ is: "timeout" });
    await encoder.close();
    expect(await encoder.score("wait", texts)).toMatchObject({ is: "cancelled" });
  });

  it("the process has one cross-encoder for a model and a folder, and another once that is closed", async () => {
    const first = sharedCrossEncoder({ modelsDir: models, model: MODEL });
    expect(sharedCrossEncoder({ modelsDir: `${models}/.`, model: MODEL })).toBe(first);
    await first.close();
    expect(sharedCrossEncoder({ modelsDir: models, model: MODEL })).not.toBe(first);
  });
});

describe("a thread that dies", () => {
  it("is replaced once and the call ends as if nothing had happened", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cross died "));
    copied.push(folder);
    const encoder = open({ script });
    const question = `die once at ${join(folder, "died")}`;
    expect(await scores(encoder, question, ["text"])).toEqual([question.length]);
    expect(encoder.counts()).toMatchObject({ threadDeaths: 1, scored: 1 });
  });

  it("a pair that kills two threads ends its own call and no other", async () => {
    const encoder = open({ script });
    expect(await encoder.score("die", ["text"])).toMatchObject({ is: "unavailable" });
    expect(await scores(encoder, "fine", ["text"])).toEqual([4]);
    expect(encoder.counts().threadDeaths).toBe(2);
  });
});

describe("weights that cannot be used say so", () => {
  const failing = async (options: Partial<CrossEncoderOptions>): Promise<string> => {
    const outcome = await open(options).score("drug", ["text"]);
    return outcome.is === "ok" ? "ok" : `${outcome.is}: ${outcome.detail}`;
  };

  it("absent ones name the file and the variable, and are found once they are there", async () => {
    const folder = copyOfModel();
    const encoder = open({ modelsDir: folder });
    rmSync(join(folder, MODEL, "onnx", "model.onnx"));
    expect(await encoder.score("drug", ["text"])).toMatchObject({
      is: "misconfigured",
      detail: expect.stringMatching(/^Cross-encoder "tiny-cross-encoder": .*model\.onnx is missing\. Set EVIGRAPH_MODELS/),
    });
    expect(encoder.weightsSha256).toBe("missing");
    cpSync(join(models, MODEL, "onnx", "model.onnx"), join(folder, MODEL, "onnx", "model.onnx"));
    expect(await encoder.score("drug", ["text"])).toMatchObject({ is: "ok" });
    expect(encoder.weightsSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("truncated ones, listed in the manifest or not", async () => {
    const folder = copyOfModel();
    const file = join(folder, MODEL, "onnx", "model.onnx");
    truncateSync(file, 50_000);
    expect(await failing({ modelsDir: folder })).toMatch(/^misconfigured: Cross-encoder/);
    const entry = { file: `${MODEL}/onnx/model.onnx`, sha256: "0".repeat(64), bytes: 121_994 };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ weights: [entry] }));
    expect(await failing({ modelsDir: folder })).toMatch(/truncated or another file \(50000 bytes, expected 121994\)/);
  });

  it("a sentence encoder given as a cross-encoder, and the reverse, name the right option", async () => {
    const shipped = modelsDir(readEnv({ variables: {} }));
    const given = await failing({ modelsDir: shipped, model: "all-MiniLM-L6-v2", dtype: "q8" });
    expect(given).toMatch(/^misconfigured: .*it is a sentence encoder \(BertModel\), no cross-encoder; give it by --encoder\.$/);
    const reverse = openEncoder({ modelsDir: models, model: MODEL });
    expect(await reverse.embed(["a"])).toMatchObject({
      is: "misconfigured",
      detail: expect.stringMatching(/it is a cross-encoder .*no sentence encoder; give it by --cross-encoder\.$/),
    });
    await reverse.close();
  });

  it("the same where config.json does not tell: the thread sees what the weights give", async () => {
    const folder = copyOfModel();
    const config = JSON.parse(readFileSync(join(folder, MODEL, "config.json"), "utf8"));
    writeFileSync(join(folder, MODEL, "config.json"), JSON.stringify({ ...config, architectures: undefined }));
    const encoder = openEncoder({ modelsDir: folder, model: MODEL });
    expect(await encoder.embed(["a"])).toMatchObject({
      is: "misconfigured",
      detail: expect.stringContaining("no sentence encoder"),
    });
    await encoder.close();
    expect(await failing({ modelsDir: folder })).toBe("ok");
  });

  it("a start-up pair that scores otherwise", async () => {
    const folder = copyOfModel();
    const about = JSON.parse(readFileSync(join(folder, MODEL, "encoder.json"), "utf8"));
    writeFileSync(join(folder, MODEL, "encoder.json"), JSON.stringify({ pairTest: { ...about.pairTest, logit: 3 } }));
    expect(await failing({ modelsDir: folder })).toMatch(/^misconfigured: .*start-up pair has logit -1\.461, expected 3 within/);
  });
});
