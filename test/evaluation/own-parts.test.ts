import { expect, test } from "vitest";
import { readEnv, setProcessEnv } from "../../clients/env.ts";
import { conditionPrint } from "../../evaluation/condition-print.ts";
import { CONDITIONS } from "../../evaluation/conditions.ts";
import { findData } from "../../evaluation/find-data.ts";
import { absentParts, notRun } from "../../evaluation/own-parts.ts";
import { resultsPage } from "../../evaluation/results-page.ts";
import { staleResults } from "../../evaluation/stale-results.ts";
import type { LiveParts } from "../../graphs/live-parts.ts";

const env = (variables: Record<string, string>) => readEnv({ folder: "/nowhere", variables });
const named = (name: string) => CONDITIONS.find((condition) => condition.name === name)!;
const asked = named("demo-archehr/best-small-chat-model");
const parts = { encoder: { weightsSha256: "w", reader: { identity: "r" } } } as unknown as LiveParts;

test("a condition of a chat model runs only where its server is named", () => {
  expect(absentParts(asked, env({}))).toEqual(["EVIGRAPH_TEST_VLLM"]);
  expect(absentParts(asked, env({ EVIGRAPH_TEST_VLLM: "http://127.0.0.1:8199/v1" }))).toEqual([]);
  // A server that somebody uses for work is not taken for it.
  expect(absentParts(asked, env({ VLLM_BASE_URL: "http://127.0.0.1:8000/v1" }))).toEqual(["EVIGRAPH_TEST_VLLM"]);
  expect(notRun(asked)).toBe("not run: no server named");
  expect(notRun(named("demo-archehr/best"))).toBeUndefined();
});

test("without its server a chat model's condition is told as not run, and its stored answers are still judged", async () => {
  const before = setProcessEnv({ EVIGRAPH_TEST_VLLM: undefined });
  try {
    expect(await staleResults(new Map(), parts, [asked])).toEqual([]);
    expect(resultsPage(new Map())).toMatch(/\| demo-archehr\/best-small-chat-model \|.*\| not run: no server named \|/);
    const stored = {
      manifest: { print: await conditionPrint(asked, parts), otherData: [], data: findData("demo", undefined).hashes },
    };
    expect(await staleResults(new Map([[asked.name, stored as never]]), parts, [asked])).toEqual([]);
    const older = {
      manifest: { ...stored.manifest, print: { ...stored.manifest.print, prompts: ["archehr/score-sentences@0"] } },
    };
    expect(await staleResults(new Map([[asked.name, older as never]]), parts, [asked])).toEqual([
      expect.stringContaining("another prompts"),
    ]);
  } finally {
    setProcessEnv(before);
  }
});

test("a chat model is asked the same data by the same measures as the embedded one", () => {
  const pairs = CONDITIONS.flatMap((condition) =>
    condition.server === undefined
      ? []
      : [[condition, named(condition.name.replace(/(?:-answer-first)?-small-chat-model$/, ""))] as const],
  );
  expect(pairs).toHaveLength(7);
  for (const [own, embedded] of pairs) {
    expect([own.data, own.task, own.measures]).toEqual([embedded.data, embedded.task, embedded.measures]);
    expect(own.about).toContain("SmolLM2-135M-Instruct");
  }
});

test("another model or another budget makes a stored answer stale", async () => {
  const { server } = await conditionPrint(asked, parts);
  expect(server).toMatchObject({ model: "SmolLM2-135M-Instruct", models: { replyTokens: 256 } });
  expect(await conditionPrint(named("demo-archehr/best"), parts)).not.toHaveProperty("server");
});

test("settings of the embedded model are a condition's own, and part of its print", async () => {
  const [best, without] = [named("demo-archehr/best"), named("demo-archehr/best-without-reader")];
  expect(await conditionPrint(without, parts)).not.toHaveProperty("reader");
  expect(await conditionPrint(best, parts)).toHaveProperty("reader.weight", 0.75);
  const strict = { ...best, extractive: { strictFrom: 0.9 } };
  expect((await conditionPrint(strict, parts)).extractive).not.toBe((await conditionPrint(best, parts)).extractive);
});
