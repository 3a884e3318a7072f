import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Encoder, EncoderOptions } from "../../../clients/encoder/encoder.ts";
import { openEncoder } from "../../../clients/encoder/open-encoder.ts";
import { modelsDir, readEnv } from "../../../clients/env.ts";

const script = new URL("./fake-worker.mjs", import.meta.url);
const opened: Encoder[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((encoder) => encoder.close()));
});

/** An encoder with the real folder of weights and threads that only pretend to load them. */
function fakeEncoder(options: Partial<EncoderOptions> = {}): Encoder {
  const encoder = openEncoder({ modelsDir: modelsDir(readEnv({ variables: {} })), script, threads: 1, ...options });
  opened.push(encoder);
  return encoder;
}

const firsts = async (encoder: Encoder, texts: string[], signal?: AbortSignal) => {
  const outcome = await encoder.embed(texts, { signal });
  return outcome.is === "ok" ? outcome.value.map((vector) => vector[0]) : outcome.is;
};
const marker = () => join(mkdtempSync(join(tmpdir(), "encoder-")), "died");

describe("order and sharing", () => {
  it("vectors come back in the order of the texts, whatever order they were embedded in", async () => {
    expect(await firsts(fakeEncoder({ threads: 2 }), ["a", "four", "", "a", "seven77"])).toEqual([1, 4, 0, 1, 7]);
  });

  it("no text is an answer of no vectors, and starts no thread", async () => {
    const encoder = fakeEncoder();
    expect(await firsts(encoder, [])).toEqual([]);
    expect(encoder.counts().threads).toBe(0);
  });

  it("longest first within a call, so that the threads finish together", async () => {
    const outcome = await fakeEncoder().embed(["a", "ccc", "bb"]);
    if (outcome.is !== "ok") throw new Error(outcome.detail);
    expect(outcome.value.map((vector) => vector[1])).toEqual([3, 1, 2]); // the thread's count at each text
  });

  it("a text that several callers want is embedded once", async () => {
    const encoder = fakeEncoder();
    await Promise.all([firsts(encoder, ["same", "same", "x"]), firsts(encoder, ["same"]), firsts(encoder, ["yy"])]);
    await firsts(encoder, ["same"]);
    expect(encoder.counts()).toMatchObject({ asked: 6, embedded: 3, shared: 2, fromMemory: 1 });
  });

  it("a short call does not wait for the whole of a long one", async () => {
    const encoder = fakeEncoder();
    const ended: string[] = [];
    const long = firsts(
      encoder,
      Array.from({ length: 20 }, (_, i) => `wait ${i}`),
    ).then(() => ended.push("long"));
    const short = firsts(encoder, ["short"]).then(() => ended.push("short"));
    await Promise.all([long, short]);
    expect(ended).toEqual(["short", "long"]);
  });

  it("a caller may change its vectors without changing anyone else's", async () => {
    const encoder = fakeEncoder();
    const mine = await encoder.embed(["abc"]);
    if (mine.is === "ok") mine.value[0]?.fill(-1);
    expect(await firsts(encoder, ["abc"])).toEqual([3]);
  });

  it("memory holds as many vectors as it was given, the one unused for longest goes first", async () => {
    const encoder = fakeEncoder({ recent: 2 });
    for (const text of ["a", "b", "a", "c", "a", "b"]) await firsts(encoder, [text]);
    // a, b embedded; a kept; c pushes b out; a kept; b again
    expect(encoder.counts()).toMatchObject({ embedded: 4, fromMemory: 2 });
  });

  it("cut texts are counted once each", async () => {
    const encoder = fakeEncoder();
    await firsts(encoder, ["x".repeat(2000), "short"]);
    await firsts(encoder, ["x".repeat(2000)]);
    expect(encoder.truncated()).toBe(1);
  });

  it("the main thread goes on while texts are embedded", async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await firsts(fakeEncoder(), ["wait a", "wait b", "wait c"]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});

describe("the user's stop and our deadline", () => {
  it("a signal that is already off embeds nothing", async () => {
    const encoder = fakeEncoder();
    expect(await firsts(encoder, ["a"], AbortSignal.abort())).toBe("cancelled");
    expect(encoder.counts()).toMatchObject({ asked: 0, threads: 0 });
  });

  it("a stop ends the call at once and drops the texts that no one else wants", async () => {
    const encoder = fakeEncoder();
    const stop = new AbortController();
    const texts = Array.from({ length: 50 }, (_, i) => `wait ${i}`);
    const stopped = firsts(encoder, texts, stop.signal);
    const other = firsts(encoder, ["wait 7"]);
    setTimeout(() => stop.abort(), 20);
    expect(await stopped).toBe("cancelled");
    expect(await other).toEqual([6]);
    expect(encoder.counts().embedded).toBeLessThan(40);
    expect(await firsts(encoder, ["wait 30"])).toEqual([7]); // the encoder still works, for dropped texts too
  });

  it("a deadline is a timeout", async () => {
    expect(await firsts(fakeEncoder(), ["wait a", "wait b"], AbortSignal.timeout(1))).toBe("timeout");
  });

  it("closing ends calls that wait, later calls, and is harmless twice", async () => {
    const encoder = fakeEncoder();
    const waiting = firsts(encoder, ["wait 1", "wait 2", "wait 3"]);
    await new Promise((done) => setTimeout(done, 10));
    await encoder.close();
    expect(await waiting).toBe("cancelled");
    expect(await firsts(encoder, ["a"])).toBe("cancelled");
    await encoder.close();
    expect(encoder.counts().threads).toBe(0);
  });
});

describe("a thread that dies", () => {
  it("is replaced once and the call ends as if nothing had happened", async () => {
    const encoder = fakeEncoder();
    const path = marker();
    expect(await firsts(encoder, ["aa", `die once at ${path}`, "b"])).toEqual([2, `die once at ${path}`.length, 1]);
    expect(encoder.counts()).toMatchObject({ threadDeaths: 1, embedded: 3 });
  });

  it.each(["die", "throw"])('a text that kills two threads ("%s") ends its own call and no other', async (text) => {
    const encoder = fakeEncoder();
    const [bad, good] = await Promise.all([firsts(encoder, [text, "other"]), firsts(encoder, ["good", "fine"])]);
    expect(bad).toBe("unavailable");
    expect(good).toEqual([4, 4]);
    expect(encoder.counts().threadDeaths).toBe(2);
    expect(await firsts(encoder, ["after"])).toEqual([5]);
  });

  it.each(["hang", "stuck"])(
    'a thread that is silent over one text ("%s") counts as dead, and no one waits for it',
    async (text) => {
      const encoder = fakeEncoder({ stallMs: 1500 });
      const outcome = await encoder.embed([text]);
      expect(outcome).toMatchObject({ is: "unavailable", detail: expect.stringContaining("silent for 1500 ms") });
      expect(encoder.counts().threadDeaths).toBe(2);
      expect(await firsts(encoder, ["after"])).toEqual([5]);
    },
    20_000,
  );

  it("a thread that says it works on a long text is waited for longer than one that is silent", async () => {
    const encoder = fakeEncoder({ stallMs: 1500 });
    expect(await firsts(encoder, ["long"])).toEqual([4]); // 2,400 ms
    expect(encoder.counts().threadDeaths).toBe(0);
  });

  it("a long text that is left, and wanted again before its thread has stopped, is done anew", async () => {
    const encoder = fakeEncoder();
    expect(await firsts(encoder, ["long"], AbortSignal.timeout(300))).toBe("timeout");
    await new Promise((done) => setTimeout(done, 700)); // its thread has been told and has not answered
    expect(await firsts(encoder, ["long"])).toEqual([4]);
    expect(encoder.counts().embedded).toBe(1);
  });

  it("two deaths at start end every call, and the next call tries again", async () => {
    const models = modelsDir(readEnv({ variables: {} }));
    const encoder = fakeEncoder({ script: new URL("./dies-at-start.mjs", import.meta.url), modelsDir: models });
    expect(await Promise.all([firsts(encoder, ["a"]), firsts(encoder, ["b"])])).toEqual(["unavailable", "unavailable"]);
    expect(await firsts(encoder, ["c"])).toBe("unavailable");
    expect(encoder.counts().threadDeaths).toBe(4);
  });

  it("one text that the model cannot do fails its call alone", async () => {
    const encoder = fakeEncoder();
    expect(await encoder.embed(["fail"])).toEqual({ is: "unavailable", detail: 'Encoder "all-MiniLM-L6-v2": bad allocation.' });
    expect(await firsts(encoder, ["fine"])).toEqual([4]);
  });
});
