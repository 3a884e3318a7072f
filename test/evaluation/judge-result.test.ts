import { expect, test } from "vitest";
import type { Condition } from "../../evaluation/condition.ts";
import type { ConditionResult } from "../../evaluation/condition-result.ts";
import { CONDITIONS, EXPECTED_SCORES } from "../../evaluation/conditions.ts";
import { DATA_SETS } from "../../evaluation/datasets.ts";
import { judgeResult } from "../../evaluation/judge-result.ts";

const condition: Condition = {
  name: "made/up",
  about: "",
  data: "demo",
  task: "ranking",
  settings: {},
  measures: ["map", "recall_100"],
  tolerance: 0.01,
};
const resultOf = (values: Record<string, number>, otherData: string[] = []): ConditionResult => ({
  condition: "made/up",
  measures: Object.fromEntries(Object.entries(values).map(([name, mean]) => [name, { mean, n: 3, low: mean, high: mean }])),
  notComputed: {},
  notes: [],
  manifest: {
    evigraph: "0",
    commit: "c",
    node: "20",
    print: {},
    settings: {},
    models: [],
    data: {},
    otherData,
    fallbacks: {},
    failed: [],
    calls: 0,
    tokens: 0,
    started: "",
    seconds: 0,
  },
});
const expected = { map: 0.5, recall_100: 0.9 };

test.each([
  ["equal scores", { map: 0.5, recall_100: 0.9 }, "OK"],
  ["a difference of the tolerance", { map: 0.51, recall_100: 0.9 }, "OK"],
  ["one measure three tolerances off", { map: 0.5, recall_100: 0.87 }, "OKish"],
  ["one measure further off", { map: 0.5, recall_100: 0.86 }, "FAIL"],
  ["a better score is another score too", { map: 0.6, recall_100: 0.9 }, "FAIL"],
  ["a missing measure is no zero and no pass", { map: 0.5 }, "FAIL"],
] as const)("%s: %j is %s", (_, values, verdict) => {
  expect(judgeResult(condition, resultOf(values), expected).verdict).toBe(verdict);
});

test("a measure of which the condition has no item is missed by nobody; one that had a value before, or has one now, is", () => {
  const first = { map: 0.5 };
  expect(judgeResult(condition, resultOf(first), first).verdict).toBe("OK");
  expect(judgeResult(condition, resultOf(expected), first).verdict).toBe("FAIL");
});

test("without a stored score a run is new; on other data it is not compared", () => {
  expect(judgeResult(condition, resultOf(expected)).verdict).toBe("NEW");
  expect(judgeResult(condition, resultOf(expected, ["docs.jsonl"]), expected).verdict).toBe("OTHER DATA");
});

test("conditions have names of their own, known data, and expected scores for measures that they show", () => {
  const names = CONDITIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, data, measures } of CONDITIONS) {
    expect(["demo", ...DATA_SETS.map((set) => set.name)], name).toContain(data);
    for (const measure of Object.keys(EXPECTED_SCORES[name] ?? {})) expect(measures, name).toContain(measure);
  }
  for (const name of Object.keys(EXPECTED_SCORES)) expect(names).toContain(name);
});
