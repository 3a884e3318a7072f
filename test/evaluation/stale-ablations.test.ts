import { expect, test } from "vitest";
import { findData } from "../../evaluation/find-data.ts";
import { type SettingsNow, staleAblations } from "../../evaluation/stale-ablations.ts";
import { promptVersions } from "../../prompts/prompt-versions.ts";
import { ExtractiveSettings } from "../../state/settings/extractive.ts";

const { hashes } = findData("demo", undefined);
const settings = ExtractiveSettings.parse({});
const ablation = { measures: [], all: {}, none: {}, items: 0, runs: 0, contributions: [] };
type Graph = "archehr" | "bioasq";
/** What is told of an ablation: its manifest with own members, judged by a version with these weights, reader and settings. */
const lines = (graph: Graph, own: object, now: Partial<SettingsNow> & { weights?: string; reader?: string } = {}) => {
  const { weights = "w", reader = "r", ...settingsNow } = now;
  const manifest = {
    commit: "abc",
    prompts: promptVersions(graph),
    encoder: { weights: "w" },
    ...(graph === "archehr" ? { reader: { weights: "r" } } : {}),
    extractive: settings,
    models: {},
    around: { rescue: true },
    given: [],
    set: "demo",
    data: hashes,
    ...own,
  };
  return staleAblations(
    [{ graph, data: "demo", ablation, manifest }],
    { encoder: { weightsSha256: weights, reader: { identity: reader } } } as never,
    () => ({ around: { rescue: true }, extractive: settings, readsNotes: graph === "archehr", ...settingsNow }),
  );
};
const stale = (what: string) => [expect.stringContaining(`stale, it ran with other ${what};`)];

test("an ablation is stale by other prompts, settings, weights or data, and current without", () => {
  for (const graph of ["archehr", "bioasq"] as const) expect(lines(graph, {})).toEqual([]);
  expect(lines("bioasq", { prompts: ["bioasq/guess-answer@0"] })).toEqual(stale("prompts"));
  expect(lines("bioasq", {}, { weights: "v" })).toEqual(stale("weights"));
  expect(lines("bioasq", { around: { rescue: false } })).toEqual(stale("settings"));
  expect(lines("bioasq", { data: { ...hashes, "bioasq/golden.json": "0" } })).toEqual(stale("data (bioasq/golden.json)"));
});

test("another reader makes an ablation stale where notes are read, and no other", () => {
  expect(lines("archehr", {}, { reader: "s" })).toEqual(stale("reader"));
  expect(lines("archehr", { reader: undefined })).toEqual(stale("reader")); // none read then, one reads now
  expect(lines("archehr", {}, { readsNotes: false })).toEqual(stale("reader")); // one read then, none reads now
  expect(lines("archehr", { reader: undefined }, { readsNotes: false, reader: "s" })).toEqual([]);
  expect(lines("bioasq", {}, { reader: "s" })).toEqual([]);
});

test("a setting of the embedded model makes the ablations stale whose graph uses it", () => {
  const other = (name: keyof typeof settings, value: unknown) => ({ extractive: { ...settings, [name]: value } });
  const model = stale("settings of the embedded model");
  expect(lines("archehr", other("strictFrom", 0.5))).toEqual(model);
  expect(lines("bioasq", other("strictFrom", 0.5))).toEqual([]);
  expect(lines("bioasq", other("idealWords", 50))).toEqual(model);
  expect(lines("archehr", other("idealWords", 50))).toEqual([]);
  expect(lines("archehr", { extractive: {} })).toEqual(model);
  expect(lines("archehr", {}, { extractive: undefined })).toEqual(model); // this version no longer takes what was given
  // Chat models answered in every role.
  expect(lines("bioasq", { extractive: null })).toEqual([]);
});

test("the reader's weight decides where notes are read, and nowhere else", () => {
  const weight = { extractive: { ...settings, readerWeight: 0.5 } };
  expect(lines("archehr", weight)).toEqual(stale("settings of the embedded model"));
  expect(lines("archehr", { ...weight, reader: undefined }, { readsNotes: false })).toEqual([]);
  expect(lines("bioasq", weight)).toEqual([]);
});
