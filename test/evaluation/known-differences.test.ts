import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Condition } from "../../evaluation/condition.ts";
import type { ConditionResult } from "../../evaluation/condition-result.ts";
import { DIFFERENCES, identityOf, knownDifferences, readDifferences } from "../../evaluation/known-differences.ts";
import { readItems } from "../../evaluation/read-items.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-differences-"));
afterAll(() => rmSync(folder, { recursive: true }));

const conditions = [
  { name: "ours", against: [{ condition: "theirs", items: ["f1"] }] },
  { name: "theirs" },
] as unknown as Condition[];
const result = (mean: number, started = "today") =>
  ({ measures: { f1: { mean, n: 2, low: 0, high: 1 } }, manifest: { commit: "a", started } }) as unknown as ConditionResult;
const results = new Map([
  ["ours", result(0.75)],
  ["theirs", result(0.25)],
]);
const items = new Map([
  ["ours", readItems("id,f1\nq1,1\nq2,0.5\n")],
  ["theirs", readItems("id,f1\nq1,0.5\nq2,0\n")],
]);

test("differences are computed from items, and read again where the items are not there", () => {
  const computed = knownDifferences(conditions, results, items, []);
  expect(computed).toMatchObject([{ condition: "ours", against: "theirs", measure: "f1", difference: 0.5, n: 2 }]);
  writeFileSync(join(folder, DIFFERENCES), JSON.stringify(computed));
  expect(knownDifferences(conditions, results, new Map(), readDifferences([folder]))).toEqual(computed);
  expect(knownDifferences(conditions, results, new Map(), [])).toEqual([]);
  expect(readDifferences([join(folder, "none")])).toEqual([]);
});

test("a stored difference of another result is none of this one", () => {
  const stored = knownDifferences(conditions, results, items, []);
  for (const [name, other] of [
    ["ours", result(0.8)],
    ["theirs", result(0.25, "yesterday")],
  ] as const) {
    expect(identityOf(other)).not.toBe(identityOf(results.get(name)!));
    expect(knownDifferences(conditions, new Map([...results, [name, other]]), new Map(), stored)).toEqual([]);
  }
});

test("what the items say now is worth more than what is stored", () => {
  const [one] = knownDifferences(conditions, results, items, []);
  expect(knownDifferences(conditions, results, items, [{ ...one!, difference: 9 }])).toEqual([one]);
});
