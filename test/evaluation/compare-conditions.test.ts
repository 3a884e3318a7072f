import { expect, test } from "vitest";
import { canonicalJson } from "../../clients/canonical-json.ts";
import { compareConditions } from "../../evaluation/compare-conditions.ts";
import type { Condition } from "../../evaluation/condition.ts";
import type { ConditionResult } from "../../evaluation/condition-result.ts";
import { CONDITIONS } from "../../evaluation/conditions.ts";
import { readItems } from "../../evaluation/read-items.ts";
import { itemsAsCsv } from "../../evaluation/score-sheet.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";

type Against = NonNullable<Condition["against"]>[number];
const condition = (...against: Against[]): Condition => ({
  name: "ours",
  about: "",
  data: "demo",
  task: "ranking",
  settings: {},
  measures: ["ndcg"],
  tolerance: 0,
  against,
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
  expect(compareConditions([condition(), condition({ condition: "none", items: ["ndcg"] })], results, files)).toEqual([]);
});

test("a condition that names two others is compared with each", () => {
  const more = new Map([...files, ["third", items("id,ndcg\nq1,0\nq2,0\n")] as const]);
  const lines = compareConditions(
    [condition({ condition: "theirs", items: ["ndcg"] }, { condition: "third", items: ["ndcg"] })],
    results,
    more,
  );
  // theirs: q1 alone, 1 - 0.5; third: q1 and q2, (1 + 0.5) / 2.
  expect(lines.map(({ against, difference, n }) => [against, difference, n])).toEqual([
    ["theirs", 0.5, 1],
    ["third", 0.75, 2],
  ]);
});

test("every condition is compared with conditions that exist, on the same data, and none runs what another runs", () => {
  const known = new Map(CONDITIONS.map((one) => [one.name, one]));
  for (const { name, data, against = [] } of CONDITIONS)
    for (const other of against) expect([name, known.get(other.condition)?.data]).toEqual([name, data]);
  const runs = CONDITIONS.map(({ data, task, settings, weights, lexicon, server, extractive }) => {
    const schema = task === "ranking" || task === "bioasq" || task === "snippets" ? BioasqSettings : undefined;
    const whole = schema === undefined ? {} : schema.parse(settings.profile === undefined ? {} : { profile: settings.profile });
    return canonicalJson({ data, task, weights, lexicon, server, extractive, settings: { ...whole, ...settings } });
  });
  expect(new Set(runs).size).toBe(runs.length);
});

test("what is written of items is read again, ids with commas and quotes too", () => {
  const perItem = { 'a,"b"': { f1: 0.25 }, c: { map: 1, f1: 0 } };
  const text = itemsAsCsv({ measures: {}, perItem, missing: [], notComputed: {}, notes: [] });
  const read = readItems(text);
  expect(Object.fromEntries([...read].map(([id, values]) => [id, Object.fromEntries(values)]))).toEqual(perItem);
});
