import { expect, test } from "vitest";
import { poolOf, scoreCandidates } from "../../../nodes/bioasq/score-candidates.ts";
import type { Ranking } from "../../../state/query.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { article } from "../../support/bioasq-deps.ts";

const list = (by: Ranking["by"], ...hits: [string, number][]): Ranking => ({
  query: 0,
  source: "question",
  by,
  hits: hits.map(([pmid, score]) => ({ pmid, score })),
});
const settings = (over: object = {}) => BioasqSettings.parse(over);
const nothing = { articles: new Map(), similarity: new Map<string, number>() };
const order = ({ hits }: Ranking) => hits.map(({ pmid }) => pmid);

// BM25 10, 6, 2 is 1, .5, 0 within its list; "d" was found by meaning alone.
test("a query's lists are put together, each article once, words as a share of their list's best", () => {
  const pool = poolOf([list("bm25", ["a", 10], ["b", 6], ["c", 2]), list("dense", ["d", 0.9], ["a", 0.8])], settings());
  expect(pool.by).toBe("bm25");
  expect(Object.fromEntries(pool.hits.map(({ pmid, byWords }) => [pmid, byWords]))).toEqual({
    a: 1,
    b: 0.6,
    c: 0.2,
    d: undefined,
  });
  expect(pool.hits[0]?.pmid).toBe("a");
});

// mix .65/.35: a: .65×.2 + .35×1 = .48; b: .65×.8 + .35×.2 = .59; c: .65×.4 + .35×.6 = .47.
test("mix weighs scaled meaning and words", () => {
  const pool = poolOf([list("bm25", ["a", 10], ["c", 6], ["b", 2])], settings());
  const similarity = new Map([
    ["a", 0.2],
    ["b", 0.8],
    ["c", 0.4],
  ]);
  const ranked = scoreCandidates("q", pool, { ...nothing, similarity }, settings());
  expect(ranked.by).toBe("mix");
  expect(ranked.hits).toEqual([
    { pmid: "b", score: expect.closeTo(0.59, 9), similarity: 0.8 },
    { pmid: "a", score: expect.closeTo(0.48, 9), similarity: 0.2 },
    { pmid: "c", score: expect.closeTo(0.47, 9), similarity: 0.4 },
  ]);
});

// fusion: words a, b, c and meaning b, c, a: b 1/62 + 1/61, a 1/61 + 1/63, c 1/63 + 1/62.
test("fusion joins the ranks of both", () => {
  const pool = poolOf([list("bm25", ["a", 3], ["b", 2], ["c", 1])], settings());
  const similarity = new Map([
    ["a", 0.1],
    ["b", 0.9],
    ["c", 0.5],
  ]);
  const ranked = scoreCandidates("q", pool, { ...nothing, similarity }, settings({ rankBy: "fusion" }));
  expect(order(ranked)).toEqual(["b", "a", "c"]);
  expect(ranked.hits[0]?.score).toBeCloseTo(1 / 62 + 1 / 61, 9);
});

test("heuristics prefer the article whose title and words are the question's, at equal meaning", () => {
  const articles = new Map([
    ["a", article("a", "Febuxostat.", "A drug.")],
    ["b", article("b", "Allopurinol prevents gout flares.", "A trial.")],
  ]);
  const similarity = new Map([
    ["a", 0.5],
    ["b", 0.5],
  ]);
  const pool = poolOf([list("pubmed", ["a", 1], ["b", 0.5])], settings());
  const ranked = scoreCandidates(
    "Does allopurinol prevent gout flares?",
    pool,
    { articles, similarity },
    settings({ profile: "paper" }),
  );
  expect(ranked.by).toBe("heuristics");
  expect(order(ranked)).toEqual(["b", "a"]);
});

// Beside the question's own list, words of an expansion count .6: a .65×.2 + .35×.6×1 = .34; b .65×.8 + .35×.6×.2 = .562.
test("an expansion's words count less, its cosines as much", () => {
  const pool = poolOf([list("bm25", ["a", 10], ["b", 2])], settings());
  const similarity = new Map([
    ["a", 0.2],
    ["b", 0.8],
  ]);
  const { hits } = scoreCandidates("q", pool, { ...nothing, similarity }, settings(), 0.6);
  expect(hits.map(({ pmid, score }) => [pmid, score])).toEqual([
    ["b", expect.closeTo(0.562, 9)],
    ["a", expect.closeTo(0.34, 9)],
  ]);
});

test("without any cosine the search's order stands", () => {
  const pool = poolOf([list("pubmed", ["a", 1], ["b", 0.5])], settings());
  const ranked = scoreCandidates("q", pool, nothing, settings());
  expect(ranked.by).toBe("pubmed");
  expect(ranked.hits).toEqual([
    { pmid: "a", score: 1 / 61 },
    { pmid: "b", score: 1 / 62 },
  ]);
});

test("no more than rerankDepth articles are ranked", () => {
  const pool = poolOf([list("bm25", ["a", 3], ["b", 2], ["c", 1])], settings({ rerankDepth: 2 }));
  expect(pool.hits).toHaveLength(2);
});
