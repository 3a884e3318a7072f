import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageRoot, setProcessEnv } from "../../clients/env.ts";
import { ARTICLES, QUESTION } from "../support/bioasq-deps.ts";
import { indexOf } from "../support/hand-made-index.ts";
import { runCli } from "../support/run-cli.ts";

const TINY = "tiny-cross-encoder";
const folder = mkdtempSync(join(tmpdir(), "evigraph-cross-"));
const models = join(folder, "models");
const index = join(folder, "articles.db");
const broken = join(models, "broken", "onnx", "model_quantized.onnx");
let before: Record<string, string | undefined> = {};

beforeAll(async () => {
  const fixture = new URL(`../fixtures/encoder/models/${TINY}`, import.meta.url).pathname;
  mkdirSync(models);
  symlinkSync(join(packageRoot(), "data", "models", "all-MiniLM-L6-v2"), join(models, "all-MiniLM-L6-v2"));
  for (const name of [TINY, "broken"]) cpSync(fixture, join(models, name), { recursive: true });
  truncateSync(broken, 5000);
  (await indexOf(ARTICLES, { file: index })).close();
  before = setProcessEnv({ EVIGRAPH_MODELS: models });
});
afterAll(() => {
  setProcessEnv(before);
  rmSync(folder, { recursive: true });
});

const search = (...more: string[]) =>
  runCli(
    "search",
    "--index",
    index,
    "--query",
    QUESTION,
    "--json",
    "--quiet",
    "--set",
    "denseSearch=false",
    "--set",
    "rescue=false",
    ...more,
  );
const hits = ({ out }: { out: string }): { pmid: string; score: number }[] => JSON.parse(out)[0].hits;

describe("--cross-encoder", () => {
  test("search ranks by it as far as its weight goes, and without it as before", async () => {
    const without = await search();
    const unweighed = await search("--cross-encoder", TINY, "--set", "crossEncoderWeight=0");
    expect(hits(unweighed)).toEqual(hits(without));
    const crossed = await search("--cross-encoder", TINY, "--set", "crossEncoderWeight=1");
    expect(crossed.code).toBe(0);
    expect(hits(crossed).map(({ score }) => score)).not.toEqual(hits(without).map(({ score }) => score));
    expect(
      hits(crossed)
        .map(({ pmid }) => pmid)
        .toSorted(),
    ).toEqual(
      hits(without)
        .map(({ pmid }) => pmid)
        .toSorted(),
    );
  });

  test("bioasq run names it in its manifest, and no cross-encoder where none was given", async () => {
    const run = async (name: string, ...more: string[]) => {
      const out = join(folder, name);
      const { code, err } = await runCli(
        "bioasq",
        "run",
        "--question",
        QUESTION,
        "--index",
        index,
        "--phase",
        "A",
        "--out",
        out,
        ...more,
      );
      expect([code, err]).toEqual([0, expect.any(String)]);
      return { err, manifest: JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) };
    };
    const crossed = await run("crossed", "--cross-encoder", TINY);
    expect(crossed.manifest.fingerprint.crossEncoder).toEqual({ model: TINY, weights: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(crossed.err).toContain(`Cross-encoder: ${TINY}.`);
    const plain = await run("plain");
    expect(plain.manifest.fingerprint).not.toHaveProperty("crossEncoder");
    expect(plain.err).not.toContain("Cross-encoder");
  });

  test("weights that are absent, or a sentence encoder's, end with 3 before anything runs", async () => {
    const absent = await search("--cross-encoder", "ms-marco-MiniLM-L-6-v2");
    expect([absent.code, absent.err]).toEqual([
      3,
      expect.stringMatching(/ms-marco-MiniLM-L-6-v2.* is missing\. Set EVIGRAPH_MODELS/),
    ]);
    const other = await search("--cross-encoder", "all-MiniLM-L6-v2");
    expect([other.code, other.err]).toEqual([3, expect.stringContaining("give it by --encoder.")]);
  });

  test("weights that turn out broken end with 3 and say which", async () => {
    const { code, err } = await search("--cross-encoder", "broken");
    expect([code, err]).toEqual([3, expect.stringContaining('Cross-encoder "broken"')]);
  });

  test("doctor tries the one that the environment names, and names none otherwise", async () => {
    expect((await runCli("doctor")).out).not.toMatch(/^\w+ +Cross-encoder:/m);
    const undo = setProcessEnv({ EVIGRAPH_CROSS_ENCODER: TINY });
    try {
      expect((await runCli("doctor")).out).toMatch(/^ok +Cross-encoder: tiny-cross-encoder, sha256 [0-9a-f]{12}$/m);
      setProcessEnv({ EVIGRAPH_CROSS_ENCODER: "broken" });
      expect((await runCli("doctor")).out).toMatch(/^MISSING +Cross-encoder: Cross-encoder "broken"/m);
    } finally {
      setProcessEnv({ EVIGRAPH_CROSS_ENCODER: undo.EVIGRAPH_CROSS_ENCODER });
    }
  });

  test("the environment names one too", async () => {
    const undo = setProcessEnv({ EVIGRAPH_CROSS_ENCODER: "nowhere" });
    try {
      expect((await search()).code).toBe(3);
      expect((await search("--cross-encoder", TINY)).code).toBe(0);
    } finally {
      setProcessEnv({ EVIGRAPH_CROSS_ENCODER: undo.EVIGRAPH_CROSS_ENCODER });
    }
  });
});
