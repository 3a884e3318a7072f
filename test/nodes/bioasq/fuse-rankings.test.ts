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

const scored = (query: number, source: Ranking["source"], ...hits: [string, number][]): Ranking => ({
  query,
  source,
  by: "mix",
  hits: hits.map(([pmid, score]) => ({ pmid, score })),
});

test("by score, an article's best score counts, whichever query gave it", async () => {
  const both = [scored(0, "question", ["1", 0.7], ["2", 0.5]), scored(1, "synonyms", ["3", 0.6], ["2", 0.65])];
  const { articles } = await fuse(both);
  expect(articles?.map(({ pmid, score }) => [pmid, score])).toEqual([
    ["1", 0.7],
    ["2", 0.65],
    ["3", 0.6],
  ]);
});

// Of 10 places the question's first 9 keep theirs; its tenth and the expansion's twelve share the last by score.
test("an expansion lifts and adds, but never pushes out the first articles of the question's own list", async () => {
  const own = Array.from({ length: 10 }, (_, at): [string, number] => [`own${at + 1}`, 0.5 - at / 100]);
  const better = Array.from({ length: 12 }, (_, at): [string, number] => [`new${at + 1}`, 0.9 - at / 100]);
  const both = [scored(0, "question", ...own), scored(1, "keyTerms", ...better, ["own9", 0.95])];
  const articles = (await fuse(both, { candidates: 10 })).articles?.map(({ pmid }) => pmid);
  expect(articles).toEqual(["own9", "new1", ...own.slice(0, 8).map(([pmid]) => pmid)]);
  const alike = (await fuse(both, { candidates: 10, questionShare: 0 })).articles?.map(({ pmid }) => pmid);
  expect(alike).toEqual(["own9", ...better.slice(0, 9).map(([pmid]) => pmid)]);
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
