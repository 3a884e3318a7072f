import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { openReader } from "../../../clients/encoder/open-reader.ts";
import { modelsDir, readEnv } from "../../../clients/env.ts";
import { spearman } from "../../support/spearman.ts";

vi.setConfig({ testTimeout: 60_000 });
const models = modelsDir(readEnv({ variables: {} }));
const NAME = "MiniLM-L6-note-reader";
const WEIGHTS = join(NAME, "onnx", "model_quantized.onnx");
const QUESTION = "Why was her warfarin held before surgery?";
const NOTE = [
  "She was admitted with a hip fracture.",
  "Warfarin was held because her INR was 4.8 on arrival.",
  "Lungs are clear to auscultation.",
  "She lives with her sister.",
];

describe("the reader of notes", () => {
  const reader = openReader({ modelsDir: models });
  afterAll(() => reader.close());
  const read = async (...given: Parameters<typeof reader.read>) => {
    const outcome = await reader.read(...given);
    if (outcome.is !== "ok") throw new Error(outcome.detail);
    return outcome.value;
  };

  it("gives one logit a sentence, and the same again from another reader", async () => {
    const logits = await read(QUESTION, NOTE);
    expect(logits).toHaveLength(4);
    expect(new Set(logits).size).toBe(4);
    const other = openReader({ modelsDir: models, recent: 0 });
    expect(await other.read(QUESTION, NOTE)).toEqual({ is: "ok", value: logits });
    await other.close();
  });

  it("reads the question: another one gives other logits", async () => {
    expect(await read("With whom does she live?", NOTE)).not.toEqual(await read(QUESTION, NOTE));
  });

  it("a note of 400 sentences gives 400 finite logits; none gives none", async () => {
    const long = Array.from({ length: 400 }, (_, at) => `On day ${at} the wound was dry and she walked ${at} metres.`);
    const logits = await read(QUESTION, long);
    expect(logits).toHaveLength(400);
    expect(logits.every(Number.isFinite)).toBe(true);
    expect(await read(QUESTION, [])).toEqual([]);
  });

  it("empty sentences, control characters, lone surrogates and other scripts are text", async () => {
    const odd = ["", " ", "\u0000\u0007", "\ud800", "血圧は正常です。", "___", "x".repeat(50_000), "day ".repeat(100)];
    const before = reader.truncated();
    expect((await read(QUESTION, odd)).every(Number.isFinite)).toBe(true);
    expect(reader.truncated()).toBe(before + 1);
    expect((await read("", NOTE)).every(Number.isFinite)).toBe(true);
  });

  it("many callers at once get what each alone would", async () => {
    const notes = Array.from({ length: 20 }, (_, at) => NOTE.slice(0, (at % 3) + 1));
    const together = await Promise.all(notes.map((note) => read("Why was it held?", note)));
    for (const [at, note] of notes.entries()) expect(together[at]).toEqual(await read("Why was it held?", note));
  });

  it("a signal ends the wait with its reason", async () => {
    expect(await reader.read(QUESTION, ["Another sentence."], { signal: AbortSignal.abort() })).toMatchObject({
      is: "cancelled",
    });
    const slow = Array.from({ length: 300 }, (_, at) => `Sentence ${at} of a note that takes a while to read.`);
    expect(await reader.read("How long?", slow, { signal: AbortSignal.timeout(20) })).toMatchObject({ is: "timeout" });
  });

  it("closed, it answers cancelled", async () => {
    const closed = openReader({ modelsDir: models });
    await closed.close();
    expect(await closed.read(QUESTION, NOTE)).toMatchObject({ is: "cancelled" });
  });

  it("a caller that stops waiting takes nothing from one that waits for the same note", async () => {
    const note = Array.from({ length: 60 }, (_, at) => `The drain gave ${at} ml.`);
    const stop = new AbortController();
    const [given, kept] = [reader.read("How much?", note, { signal: stop.signal }), reader.read("How much?", note)];
    stop.abort();
    expect(await given).toMatchObject({ is: "cancelled" });
    expect(await kept).toMatchObject({ is: "ok" });
  });

  it("a note that no one waits for any more is not read to its end", async () => {
    const one = openReader({ modelsDir: models, threads: 1 });
    const sentence = "On this day the wound was dry and she walked down the hall.";
    const long = ["day ".repeat(100), ...Array.from({ length: 8000 }, (_, at) => `${at}: ${sentence}`)];
    expect(await one.read(QUESTION, long, { signal: AbortSignal.timeout(1000) })).toMatchObject({ is: "timeout" });
    expect(await one.read(QUESTION, NOTE)).toMatchObject({ is: "ok" }); // the thread's next note
    expect(one.truncated()).toBe(0); // the long note, whose first sentence is cut, would be counted at its end
    await one.close();
  });

  it("closing tells callers that wait for a long note, and ends its thread", async () => {
    const closing = openReader({ modelsDir: models, threads: 1 });
    expect(await closing.read(QUESTION, NOTE)).toMatchObject({ is: "ok" }); // loaded
    const long = Array.from({ length: 3000 }, (_, at) => `On day ${at} the wound was dry and she walked ${at} metres.`);
    const waiting = closing.read(QUESTION, long);
    await new Promise((done) => setTimeout(done, 300));
    await closing.close();
    expect(await waiting).toMatchObject({ is: "cancelled" });
  });

  it("a process may end while a note of a minute is read: its thread stops at the next window, and nothing is aborted", () => {
    const script = fileURLToPath(new URL("./exits-while-reading.ts", import.meta.url));
    const { status, signal } = spawnSync(process.execPath, ["--import", "tsx", script], { encoding: "utf8" });
    expect({ status, signal }).toEqual({ status: 7, signal: null });
  });

  it("a note that kills its thread twice ends unavailable, and no other does", async () => {
    const fake = openReader({ modelsDir: models, script: new URL("./fake-worker.mjs", import.meta.url), threads: 1 });
    expect(await fake.read("die", NOTE)).toMatchObject({ is: "unavailable", detail: expect.stringContaining("died 2 times") });
    expect(await fake.read("why", ["a"])).toMatchObject({ is: "ok" });
    await fake.close();
  });

  it("int8 orders the sentences of stored notes as fp32 does in Python", async () => {
    const Fixture = z.object({
      notes: z.array(z.object({ question: z.string(), sentences: z.array(z.string()), logits: z.array(z.number()) })),
    });
    const file = new URL("../../fixtures/encoder/reader-parity.json", import.meta.url);
    const { notes } = Fixture.parse(JSON.parse(readFileSync(file, "utf8")));
    const ours: number[] = [];
    for (const { question, sentences } of notes) ours.push(...(await read(question, sentences)));
    const theirs = notes.flatMap(({ logits }) => logits);
    expect(theirs.length).toBeGreaterThan(150);
    expect(spearman(ours, theirs)).toBeGreaterThanOrEqual(0.99);
    const far = ours.map((logit, at) => Math.abs(logit - theirs[at]!)); // as many as there are
    expect(far.reduce((sum, value) => sum + value, 0) / far.length).toBeLessThan(0.1);
  });
});

describe("a folder of models without a whole reader", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "evigraph-reader-"));
    for (const name of ["all-MiniLM-L6-v2", NAME]) cpSync(join(models, name), join(folder, name), { recursive: true });
    copyFileSync(join(models, "manifest.json"), join(folder, "manifest.json"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const failure = async () => {
    const reader = openReader({ modelsDir: folder });
    const outcome = await reader.read(QUESTION, NOTE);
    await reader.close();
    return outcome;
  };

  it("works when it is whole", async () => {
    expect(await failure()).toMatchObject({ is: "ok" });
  });

  it("is told what is missing and how to do without", async () => {
    rmSync(join(folder, NAME), { recursive: true });
    expect(await failure()).toMatchObject({
      is: "misconfigured",
      detail: expect.stringMatching(/reader\.json is missing.*EVIGRAPH_MODELS.*extractive\.readerWeight=0/),
    });
  });

  it("is told of cut weights, of others of the same size, and of a reader.json of another shape", async () => {
    truncateSync(join(folder, WEIGHTS), 1000);
    expect(await failure()).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("1000 bytes, expected") });
    const bytes = readFileSync(join(models, WEIGHTS));
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
    writeFileSync(join(folder, WEIGHTS), bytes);
    expect(await failure()).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("sha256 differs") });
    copyFileSync(join(models, WEIGHTS), join(folder, WEIGHTS));
    writeFileSync(join(folder, NAME, "reader.json"), '{"base":3}');
    expect(await failure()).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("cannot be used") });
  });

  it("is told of a folder in place of a file, a base that is a path, a length it cannot read by, and a start-up note of another size", async () => {
    const about = join(folder, NAME, "reader.json");
    const whole = JSON.parse(readFileSync(about, "utf8"));
    const other = async (changed: object) => {
      writeFileSync(about, JSON.stringify({ ...whole, ...changed }));
      return failure();
    };
    for (const base of ["../all-MiniLM-L6-v2", "..", "a\\b", ""])
      expect(await other({ base })).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("not a path") });
    for (const maxTokens of [0, 226, 513, 300.5])
      expect(await other({ maxTokens })).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("maxTokens") });
    expect(await other({ maxTokens: 227 })).toMatchObject({ is: "ok" });
    expect(await other({ selfTest: { ...whole.selfTest, logits: [1] } })).toMatchObject({
      is: "misconfigured",
      detail: expect.stringMatching(/one logit a sentence.*reader\.json.*readerWeight=0/),
    });
    expect(await other({ hidden: "/encoder/layer.9/none" })).toMatchObject({
      is: "misconfigured",
      detail: expect.stringMatching(/layer\.9.*reader\.json.*readerWeight=0/s),
    });
    rmSync(join(folder, WEIGHTS));
    mkdirSync(join(folder, WEIGHTS));
    expect(await failure()).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("is a folder") });
  });

  it("has another identity with other weights, another base, another value read or another length", () => {
    const about = join(folder, NAME, "reader.json");
    const whole = JSON.parse(readFileSync(about, "utf8"));
    const identity = () => openReader({ modelsDir: folder }).identity;
    const seen = [identity()];
    for (const changed of [{ hidden: "other" }, { maxTokens: 300 }]) {
      writeFileSync(about, JSON.stringify({ ...whole, ...changed }));
      seen.push(identity());
    }
    writeFileSync(about, JSON.stringify(whole));
    expect(identity()).toBe(seen[0]);
    rmSync(join(folder, "manifest.json")); // without it the hash is the file's own
    expect(identity()).toBe(seen[0]);
    for (const file of [WEIGHTS, join("all-MiniLM-L6-v2", "onnx", "model_quantized.onnx")]) {
      appendFileSync(join(folder, file), "x");
      seen.push(identity());
    }
    expect(new Set(seen).size).toBe(5);
    rmSync(join(folder, NAME, "reader.json"));
    expect(identity()).toBe("missing");
  });

  it("is told when the base is not there, and when the start-up note comes out otherwise", async () => {
    const about = JSON.parse(readFileSync(join(folder, NAME, "reader.json"), "utf8"));
    about.selfTest.logits[1] += 5;
    writeFileSync(join(folder, NAME, "reader.json"), JSON.stringify(about));
    expect(await failure()).toMatchObject({
      is: "misconfigured",
      detail: expect.stringMatching(/start-up sentence 2 .*expected.*reader\.json.*readerWeight=0/),
    });
    rmSync(join(folder, "all-MiniLM-L6-v2"), { recursive: true });
    mkdirSync(join(folder, "all-MiniLM-L6-v2"));
    expect(await failure()).toMatchObject({
      is: "misconfigured",
      detail: expect.stringMatching(/^Reader .*all-MiniLM-L6-v2.*readerWeight=0/),
    });
  });
});
