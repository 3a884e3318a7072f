import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { canonicalJson } from "../../clients/canonical-json.ts";
import { type Exchange, noStore, recordingStore, replayingStore } from "../../clients/store.ts";

const folder = () => mkdtempSync(join(tmpdir(), "evigraph-store-"));
const asking = (request: Record<string, unknown>, over: Partial<Exchange<string>> = {}): Exchange<string> => ({
  kind: "model",
  name: "archehr/draft-answer@1",
  request,
  reply: z.string(),
  keep: () => true,
  ...over,
});
const filesOf = (dir: string) => readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));

test("equal values give equal bytes whatever the order of their keys", () => {
  expect(canonicalJson({ b: [1, { d: 1, c: undefined }], a: "x" })).toBe(canonicalJson({ a: "x", b: [1, { d: 1 }] }));
  expect(canonicalJson({ b: 1, a: 2 })).toBe('{"a":2,"b":1}');
});

test("without a store every call is made", async () => {
  let calls = 0;
  for (const _ of [1, 2]) await noStore.exchange(asking({ user: "q" }), async () => String(++calls));
  expect(calls).toBe(2);
});

test("a recorded call is answered from its file, in the same process and in a replay", async () => {
  const dir = folder();
  const record = recordingStore(dir);
  expect(await record.exchange(asking({ user: "q" }), async () => "answer")).toEqual({ is: "ok", value: "answer" });
  expect(
    await record.exchange(asking({ user: "q" }), async () => {
      throw new Error("asked again");
    }),
  ).toEqual({ is: "ok", value: "answer" });
  expect(
    await replayingStore(dir).exchange(asking({ user: "q" }), async () => {
      throw new Error("asked the network");
    }),
  ).toEqual({ is: "ok", value: "answer" });
});

test("a request that was never recorded is an error that names the differing part", async () => {
  const dir = folder();
  await recordingStore(dir).exchange(asking({ user: "q", temperature: 0, model: "m" }), async () => "answer");
  const replay = replayingStore(dir);
  const never = async () => "never";
  expect(await replay.exchange(asking({ user: "q", temperature: 0.1, model: "m" }), never)).toMatchObject({
    is: "replayMiss",
    detail: expect.stringContaining("temperature 0 there, 0.1 now (setting answerTemperature)"),
  });
  expect(await replay.exchange(asking({ user: "q" }, { name: "archehr/score-sentences@1" }), never)).toMatchObject({
    is: "replayMiss",
    detail: expect.stringMatching(/no recording of archehr\/score-sentences@1/),
  });
});

test("changing temperature, sample, model, revision or schema is another request", async () => {
  const dir = folder();
  const store = recordingStore(dir);
  const base = { user: "q", temperature: 0, sample: 0, model: "m", revision: "1", schema: { type: "string" } };
  const others = [
    { temperature: 0.1 },
    { sample: 1 },
    { model: "n" },
    { revision: "2" },
    { schema: { type: "number" } },
    { user: "r" },
  ];
  for (const over of [{}, ...others]) await store.exchange(asking({ ...base, ...over }), async () => "a");
  expect(filesOf(dir)).toHaveLength(7);
});

test("a request that leaves the temperature out is not the one that sets it to 0 (field case 155)", async () => {
  const dir = folder();
  await recordingStore(dir).exchange(asking({ user: "q", temperature: 0 }), async () => "certain");
  const replayed = await replayingStore(dir).exchange(asking({ user: "q" }), async () => "never");
  expect(replayed).toMatchObject({ is: "replayMiss", detail: expect.stringContaining("temperature") });
});

test("a reply that must not be kept is not kept", async () => {
  const dir = folder();
  await recordingStore(dir).exchange(asking({ user: "q" }, { keep: () => false }), async () => "cut short");
  expect(filesOf(dir)).toEqual([]);
});

test("recordings are readable by their owner only, and none is half written", async () => {
  const dir = folder();
  await recordingStore(dir).exchange(asking({ user: "note text" }), async () => "a");
  const [file = ""] = filesOf(dir);
  expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".tmp"))).toBe(false);
});

test("the words __proto__ and constructor in a request change its key like any other", async () => {
  const dir = folder();
  const store = recordingStore(dir);
  await store.exchange(asking(JSON.parse('{"__proto__": 1, "user": "q"}')), async () => "a");
  await store.exchange(asking(JSON.parse('{"constructor": 1, "user": "q"}')), async () => "b");
  expect(filesOf(dir)).toHaveLength(2);
});

test("a damaged recording is not taken for a reply", async () => {
  const dir = folder();
  await recordingStore(dir).exchange(asking({ user: "q" }), async () => "a");
  const [file = ""] = filesOf(dir);
  writeFileSync(join(dir, file), readFileSync(join(dir, file), "utf8").slice(0, 20));
  await expect(replayingStore(dir).exchange(asking({ user: "q" }), async () => "x")).rejects.toThrow();
});
