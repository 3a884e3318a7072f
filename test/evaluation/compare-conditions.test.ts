import { expect, test } from "vitest";
import { compareConditions } from "../../evaluation/compare-conditions.ts";
import type { Condition } from "../../evaluation/condition.ts";
import type { ConditionResult } from "../../evaluation/condition-result.ts";
import { readItems } from "../../evaluation/read-items.ts";
import { itemsAsCsv } from "../../evaluation/score-sheet.ts";

const condition = (against: Condition["against"]): Condition => ({
  name: "ours",
  about: "",
  data: "demo",
  task: "ranking",
  settings: {},
  measures: ["ndcg"],
  tolerance: 0,
  ...(against === undefined ? {} : { against }),
});
const items = (text: string) => readItems(text);
const files = new Map([
  ["ours", items("id,ndcg\nq1,1\nq2,0.5\n")],
  ["theirs", items("id,ndcg\nq1,0.5\nq3,1\n")],
]);
const asked = (n: number) => ({ measures: { ndcg_complete: { mean: 0, n, low: 0, high: 0 } } }) as unknown as ConditionResult;
const results = new Map([
  ["ours", asked(4)],
  ["theirs", asked(4)],
]);

test("queries for which a ranker finds nothing count 0, also those that neither finds", () => {
  const against = { condition: "theirs", items: ["ndcg"], missingIsZero: true } as const;
  // q1 +0.5, q2 +0.5, q3 -1, and a fourth that no file holds.
  expect(compareConditions([condition(against)], results, files)).toMatchObject([
    { condition: "ours", against: "theirs", measure: "ndcg", difference: 0, n: 4 },
  ]);
});

test("a condition on the first queries only is compared on those", () => {
  const against = { condition: "theirs", items: ["ndcg"], missingIsZero: true } as const;
  const larger = new Map([...results, ["theirs", asked(9)] as const, ["ours", asked(2)] as const]);
  expect(compareConditions([condition(against)], larger, files)).toMatchObject([{ difference: 0.5, n: 2 }]); // q1, q2
});

test("otherwise only items with both values count, and without items there is no line", () => {
  const against = { condition: "theirs", items: ["ndcg", "map"] };
  expect(compareConditions([condition(against)], results, files)).toMatchObject([{ measure: "ndcg", difference: 0.5, n: 1 }]);
  expect(compareConditions([condition(undefined), condition({ condition: "none", items: ["ndcg"] })], results, files)).toEqual(
    [],
  );
});

test("what is written of items is read again, ids with commas and quotes too", () => {
  const perItem = { 'a,"b"': { f1: 0.25 }, c: { map: 1, f1: 0 } };
  const text = itemsAsCsv({ measures: {}, perItem, missing: [], notComputed: {}, notes: [] });
  const read = readItems(text);
  expect(Object.fromEntries([...read].map(([id, values]) => [id, Object.fromEntries(values)]))).toEqual(perItem);
});
