import { expect, test } from "vitest";
import { feedbackNearness } from "../../../nodes/bioasq/feedback-nearness.ts";
import { rerankSearches } from "../../../nodes/bioasq/rerank-searches.ts";
import type { Ranking } from "../../../state/query.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { article, listRetriever } from "../../support/bioasq-deps.ts";

const f = (...numbers: number[]) => Float32Array.from(numbers);
const settings = (over: object = {}) =>
  BioasqSettings.parse({ feedbackArticles: 1, feedbackWeight: 0.75, feedbackCosine: 1, ...over });
const ranking = (...pmids: string[]): Ranking => ({
  query: 0,
  source: "question",
  by: "mix",
  hits: pmids.map((pmid, at) => ({ pmid, score: 1 - at / 10 })),
});

// Question (1, 0); the first article (0, 1) moves it to (.8, .6).
test("every article is compared with the question as the first article moved it", () => {
  const vectors = new Map([
    ["a", f(0, 1)],
    ["b", f(1, 0)],
  ]);
  const near = feedbackNearness([ranking("a", "b")], { own: f(1, 0), vectors }, settings());
  expect(Object.fromEntries(near ?? [])).toEqual({ a: expect.closeTo(0.6, 6), b: expect.closeTo(0.8, 6) });
});

test("there is no feedback where it is off, the question has no vector, or no more articles than it takes have one", () => {
  const vectors = new Map([
    ["a", f(0, 1)],
    ["b", f(1, 0)],
  ]);
  const rankings = [ranking("a", "b")];
  expect(feedbackNearness(rankings, { own: f(1, 0), vectors }, settings({ feedbackArticles: 0 }))).toBeUndefined();
  expect(feedbackNearness(rankings, { own: undefined, vectors }, settings())).toBeUndefined();
  expect(feedbackNearness(rankings, { own: f(1, 0), vectors }, settings({ feedbackArticles: 2 }))).toBeUndefined();
  expect(feedbackNearness([ranking("c")], { own: f(1, 0), vectors }, settings())).toBeUndefined();
});

// Cosines to the question: a .8, c .7, b .6, and a is first by either. a moves the question to (1.6, .45, 0) / 1.662; then a .933, b .794, c .674.
test("an article near the first one passes one that is nearer to the question, and keeps its cosine to the question", async () => {
  const vectors: Record<string, Float32Array> = {
    gout: f(1, 0, 0),
    "Study a.": f(0.8, 0.6, 0),
    "Study b.": f(0.6, 0.8, 0),
    "Study c.": f(0.7, 0, 0.714),
  };
  const embed = async (texts: readonly string[]) => ({ is: "ok" as const, value: texts.map((text) => vectors[text]!) }); // every text of this test
  const articles = ["a", "b", "c"].map((pmid) => article(pmid, `Study ${pmid}.`));
  const searches = [
    { query: 0, source: "question" as const, by: "bm25" as const, hits: articles.map(({ pmid }) => ({ pmid, score: 1 })) },
  ];
  const ranked = async (over: object) => {
    const asked = {
      step: "rerankArticles",
      questionId: "q1",
      body: "gout",
      searches,
      settings: settings({ mixCosine: 1, ...over }),
    };
    const { rankings } = await rerankSearches({ retrievers: [listRetriever(articles)], embed }, asked, undefined);
    return rankings[0]?.hits.map(({ pmid, similarity }) => [pmid, Number(similarity?.toFixed(2))]);
  };
  expect(await ranked({})).toEqual([
    ["a", 0.8],
    ["b", 0.6],
    ["c", 0.7],
  ]);
  expect(await ranked({ feedbackArticles: 0 })).toEqual([
    ["a", 0.8],
    ["c", 0.7],
    ["b", 0.6],
  ]);
});
