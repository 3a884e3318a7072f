import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commitOf } from "../../cli/commit-of.ts";
import { staleConditions } from "../../cli/stale-conditions.ts";
import { codeOfCondition } from "../../evaluation/code-of-condition.ts";
import { conditionPrint } from "../../evaluation/condition-print.ts";
import { CONDITIONS } from "../../evaluation/conditions.ts";
import { DATA_SETS } from "../../evaluation/datasets.ts";
import { resultFile } from "../../evaluation/result-files.ts";
import type { LiveParts } from "../../graphs/live-parts.ts";
import { archehrDeps } from "../support/archehr-deps.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-stale-"));
afterAll(() => rmSync(folder, { recursive: true }));
const parts = { ...archehrDeps().deps, encoder: { weightsSha256: "w" } } as unknown as LiveParts;
const condition = CONDITIONS.find(({ name }) => name === "scifact-test/bm25")!;
const store = async (commit: string) => {
  const manifest = {
    ...{
      evigraph: "0",
      commit,
      node: "20",
      print: { ...(await conditionPrint(condition, parts)) },
      settings: {},
      models: [],
      data: DATA_SETS.find(({ name }) => name === condition.data)?.files,
    },
    ...{ otherData: [], fallbacks: {}, failed: [], calls: 0, tokens: 0, started: "", seconds: 0 },
  };
  const result = { condition: condition.name, measures: {}, notComputed: {}, notes: [], manifest };
  writeFileSync(join(folder, resultFile(condition.name)), JSON.stringify(result));
};

test("what is missing, stale or made by other code is run again", async () => {
  expect(await staleConditions(join(folder, "none"), parts, [condition])).toEqual([condition]);
  await store("0123456789ab");
  expect(await staleConditions(folder, parts, [condition])).toEqual([condition]);
  const commit = commitOf(codeOfCondition(condition));
  await store(commit);
  // Where its files have changes of their own the commit says so, and the result is not current.
  expect(await staleConditions(folder, parts, [condition])).toEqual(/^[0-9a-f]+$/.test(commit) ? [] : [condition]);
});
