import { expect, test } from "vitest";
import { conditionPrint } from "../../evaluation/condition-print.ts";
import type { ConditionResult } from "../../evaluation/condition-result.ts";
import { CONDITIONS } from "../../evaluation/conditions.ts";
import { DATA_SETS } from "../../evaluation/datasets.ts";
import { absentParts } from "../../evaluation/own-parts.ts";
import { resultsPage } from "../../evaluation/results-page.ts";
import { staleResults } from "../../evaluation/stale-results.ts";
import type { LiveParts } from "../../graphs/live-parts.ts";
import { promptVersions } from "../../prompts/prompt-versions.ts";
import { archehrDeps } from "../support/archehr-deps.ts";

const parts = { ...archehrDeps().deps, encoder: { weightsSha256: "w", reader: { identity: "r" } } } as unknown as LiveParts;
const bm25 = CONDITIONS.find(({ name }) => name === "scifact-test/bm25")!;
const dense = CONDITIONS.find(({ name }) => name === "scifact-test/dense")!;
const measure = (mean: number) => ({ mean, n: 300, low: mean - 0.1, high: mean + 0.1 });

const resultOf = async (condition = bm25): Promise<ConditionResult> => ({
  condition: condition.name,
  measures: { ndcg_cut_10_complete: measure(0.5), recall_100_complete: measure(0.9) },
  notComputed: {},
  notes: [],
  curve: { title: "A curve", x: "snippets", y: "share", points: [{ x: 1, mean: 0.25, sd: 0.125 }] },
  manifest: {
    evigraph: "0.1.0",
    commit: "abc",
    node: "20",
    print: { ...(await conditionPrint(condition, parts)) },
    settings: {},
    models: [],
    data: DATA_SETS.find(({ name }) => name === condition.data)?.files ?? {},
    otherData: [],
    fallbacks: { weakEvidence: 2 },
    failed: ["q1: no weights"],
    calls: 7,
    outcomes: { ok: 6, truncated: 1 },
    tokens: 0,
    started: "",
    seconds: 1.5,
  },
});

test("the page shows value, interval and n; a measure without a value is no zero", async () => {
  const page = resultsPage(new Map([[bm25.name, await resultOf()]]), { sections: ["## Added"] });
  expect(page).toContain(
    "| scifact-test/bm25 | BM25 alone, the question as it stands | 0.500 [0.400, 0.600] | not computed | 0.900 [0.800, 1.000] | 300 |",
  );
  expect(page).toMatch(/\| 300 \| (?:none yet|\d\.\d{3}) \| (?:NEW|FAIL) \| abc \|/);
  expect(page).toContain("![A curve](figures/scifact-test.bm25.svg)");
  expect(page).toContain("| 1 | 0.250 | 0.125 |");
  expect(page).toContain("| scifact-test/bm25 | same | 2 weakEvidence | 1 | 7 | 6 ok, 1 truncated | 0 | 1.5 |");
  expect(page).toContain("## Added");
  expect(page).toContain("what they cannot show");
});

test("a result is current with this version's settings, prompts and weights, and stale with others", async () => {
  const current = new Map([[dense.name, await resultOf(dense)]]);
  expect(await staleResults(current, parts, [dense])).toEqual([]);
  const otherWeights = { ...parts, encoder: { weightsSha256: "v", reader: { identity: "r" } } } as unknown as LiveParts;
  expect(await staleResults(current, otherWeights, [dense])).toEqual([
    expect.stringContaining("stale, it ran with another weights"),
  ]);
  expect(await staleResults(new Map(), parts, [dense])).toEqual([expect.stringContaining("scifact-test/dense: missing")]);
  const older = await resultOf(dense);
  older.manifest.print = { ...older.manifest.print, shots: 3 };
  expect(await staleResults(new Map([[dense.name, older]]), parts, [dense])).toEqual([
    expect.stringContaining("stale, it ran with another shots"),
  ]);
  const other = await resultOf(dense);
  other.manifest.data = { ...other.manifest.data, "docs.jsonl": "0".repeat(64) };
  expect(await staleResults(new Map([[dense.name, other]]), parts, [dense])).toEqual([
    "scifact-test/dense: it ran on other data (docs.jsonl)",
  ]);
});

test("rows of a table that are equal item by item are named; rows that differ in one item, or stand alone, are not", async () => {
  const demo = ["shots-0", "shots-3", "paper", "best"].map(
    (end) => CONDITIONS.find(({ name }) => name === `demo-archehr/${end}`)!,
  );
  const results = new Map(await Promise.all(demo.map(async (one) => [one.name, await resultOf(one)] as const)));
  const values = (f1: number) => new Map([["case 1", new Map([["strict_f1", f1]])]]);
  const items = new Map(demo.map(({ name }) => [name, values(name.endsWith("best") ? 0.5 : 0.25)]));
  const page = resultsPage(results, { items });
  expect(page).toContain("Equal in every value of every item: demo-archehr/paper, demo-archehr/shots-0, demo-archehr/shots-3.");
  expect(page.match(/Equal in every value/g)).toHaveLength(1);
  expect(page).not.toMatch(/Equal in every value[^.]*best/);
  expect(resultsPage(results)).not.toContain("Equal in every value");
});

test("a condition whose own weights are absent is told as not run, and is not stale for it", async () => {
  const other = CONDITIONS.find(({ name }) => name === "scifact-test/cross-ms-marco")!;
  expect(absentParts(other)).toEqual(["ms-marco-MiniLM-L-6-v2"]);
  expect(await staleResults(new Map(), parts, [other])).toEqual([]);
  const page = resultsPage(new Map());
  expect(page).toMatch(/\| scifact-test\/cross-ms-marco \|.*\| not run: weights absent \|/);
  expect(page).toMatch(/\| medlars\/mix-mpnet \|.*\| not run: weights absent \|/);
  expect(page).toMatch(/\| scifact-test\/mix \|.*\| MISSING \|/);
});

test("a cross-encoder's weights decide what it ranks, and nothing else", async () => {
  const crossed = { ...parts, crossEncoder: { weightsSha256: "c" } } as unknown as LiveParts;
  const mix = CONDITIONS.find(({ name }) => name === "scifact-test/mix")!;
  expect(await conditionPrint(mix, crossed)).toMatchObject({ weights: "w", crossWeights: "c" });
  expect(await conditionPrint(mix, parts)).not.toHaveProperty("crossWeights");
  expect(await conditionPrint(bm25, crossed)).not.toHaveProperty("crossWeights");
});

test("BM25 does not depend on weights or prompts, a graph does", async () => {
  expect(await conditionPrint(bm25, parts)).toMatchObject({ weights: null, prompts: [], drawing: null });
  const graph = CONDITIONS.find(({ name }) => name === "demo-archehr/best")!;
  const print = await conditionPrint(graph, parts);
  expect(print.drawing).toMatch(/^[0-9a-f]{16}$/);
  expect(print.prompts.length).toBeGreaterThan(5);
});

test("a prompt, a setting or a drawing that a task does not use leaves its result current", async () => {
  const printOf = (name: string) => conditionPrint(CONDITIONS.find((condition) => condition.name === name)!, parts);
  const [phaseB, interpretation, whole] = [
    await printOf("bioasq-11B/phase-B-best"),
    await printOf("meqsum/interpretation"),
    await printOf("demo-bioasq/best"),
  ];
  expect(interpretation.prompts).toEqual([expect.stringMatching(/^archehr\/interpret-question@/)]);
  expect(interpretation.drawing).toBeNull();
  expect(phaseB.prompts.some((prompt) => prompt.startsWith("bioasq/expand-question"))).toBe(false);
  expect(whole.prompts.some((prompt) => prompt.startsWith("bioasq/expand-question"))).toBe(true);
  expect(phaseB.settings).not.toBe(whole.settings); // phase B searches nothing
  expect(interpretation.extractive).not.toBe(phaseB.extractive);
  for (const { name } of CONDITIONS)
    for (const prompt of (await printOf(name)).prompts) expect(prompt).toMatch(/^[a-z]+\/[a-z-]+@\d+$/);
});

test("every prompt of a graph decides some condition", async () => {
  const prints = await Promise.all(CONDITIONS.map((condition) => conditionPrint(condition, parts)));
  const decided = new Set(prints.flatMap(({ prompts }) => prompts));
  expect([...promptVersions("archehr"), ...promptVersions("bioasq")].filter((prompt) => !decided.has(prompt))).toEqual([]);
});
