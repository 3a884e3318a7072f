import { expect, test } from "vitest";
import { fuseRankings } from "../../../nodes/bioasq/fuse-rankings.ts";
import { BioasqState } from "../../../state/bioasq.ts";
import type { Ranking } from "../../../state/query.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { runStep } from "../../support/run-step.ts";

const ranking = (query: number, source: Ranking["source"], pmids: string[]): Ranking => ({
  query,
  source,
  by: "mix",
  hits: pmids.map((pmid) => ({ pmid, score: 1, similarity: Number(pmid) / 10 })),
});
const fuse = (rankings: Ranking[], settings: object = {}) =>
  runStep(fuseRankings, { rankings, settings: BioasqSettings.parse(settings) }, BioasqState);
const lists = [ranking(0, "question", ["1", "2"]), ranking(1, "synonyms", ["3", "2"])];

// The question counts twice: 1 -> 2/61; 2 -> 2/62 + 1/62; 3 -> 1/61.
test("the question's own list counts double, and an article of two lists gains from both", async () => {
  const { articles } = await fuse(lists, { fuseBy: "rrf" });
  expect(articles).toEqual([
    { pmid: "2", score: expect.closeTo(3 / 62, 12), similarity: 0.2, excerpt: "" },
    { pmid: "1", score: expect.closeTo(2 / 61, 12), similarity: 0.1, excerpt: "" },
    { pmid: "3", score: expect.closeTo(1 / 61, 12), similarity: 0.3, excerpt: "" },
  ]);
});

// 1: .7; 2: the better of .6 and .9 × .7 = .63; 3: .9 × .7 = .63, found by the expansion alone.
test("by score, the question's own score counts whole and an expansion's less", async () => {
  const scored = (query: number, source: Ranking["source"], ...hits: [string, number][]): Ranking => ({
    query,
    source,
    by: "mix",
    hits: hits.map(([pmid, score]) => ({ pmid, score })),
  });
  const both = [scored(0, "question", ["1", 0.7], ["2", 0.6]), scored(1, "synonyms", ["3", 0.7], ["2", 0.7])];
  const { articles } = await fuse(both);
  expect(articles?.map(({ pmid, score }) => [pmid, score])).toEqual([
    ["1", 0.7],
    ["2", expect.closeTo(0.63, 12)],
    ["3", expect.closeTo(0.63, 12)],
  ]);
});

test("in profile paper all lists count alike", async () => {
  const { articles } = await fuse(lists, { profile: "paper" });
  expect(articles?.map(({ score }) => score)).toEqual([
    expect.closeTo(2 / 62, 12),
    expect.closeTo(1 / 61, 12),
    expect.closeTo(1 / 61, 12),
  ]);
});

test("no more than the candidates, and nothing from nothing", async () => {
  const many = Array.from({ length: 20 }, (_, at) => String(at + 1));
  expect((await fuse([ranking(0, "question", many)], { candidates: 10 })).articles).toHaveLength(10);
  expect((await fuse([])).articles).toEqual([]);
});
