import fc from "fast-check";
import { expect, test } from "vitest";
import { crossMix, relevanceOfLogit } from "../../retrieval/cross-mix.ts";

const article = (id: string, score: number, relevance?: number) => ({ id, score, relevance });
const ids = (ranked: readonly { id: string }[]) => ranked.map(({ id }) => id);

test("a logit becomes a probability: 0 is even, and no logit leaves 0-1", () => {
  expect(relevanceOfLogit(0)).toBe(0.5);
  expect(relevanceOfLogit(Math.log(3))).toBeCloseTo(0.75, 12);
  expect([relevanceOfLogit(-1000), relevanceOfLogit(1000)]).toEqual([0, 1]);
});

// .75 × .8 + .25 × .2 = .65; .75 × .6 + .25 × .9 = .675.
test("score and relevance are weighed", () => {
  expect(crossMix([article("a", 0.8, 0.2), article("b", 0.6, 0.9)], 0.25)).toEqual([
    { id: "b", score: expect.closeTo(0.675, 12) },
    { id: "a", score: expect.closeTo(0.65, 12) },
  ]);
});

test("an article that was not read counts as the least relevant one that was, and so passes none for being unread", () => {
  const ranked = crossMix([article("a", 0.9, 0.8), article("b", 0.6, 0.1), article("c", 0.5)], 0.5);
  expect(ranked).toEqual([
    { id: "a", score: expect.closeTo(0.85, 12) },
    { id: "b", score: expect.closeTo(0.35, 12) },
    { id: "c", score: expect.closeTo(0.3, 12) },
  ]);
});

test("without any relevance the ranking is as given, and among equals the given order stays", () => {
  expect(crossMix([article("a", 0.4), article("b", 0.9)], 1)).toEqual([
    { id: "a", score: 0.4 },
    { id: "b", score: 0.9 },
  ]);
  expect(ids(crossMix([article("x", 0.5, 0.5), article("y", 0.5, 0.5)], 0.3))).toEqual(["x", "y"]);
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const ranking = fc
  .array(fc.record({ score: share, relevance: share }), { maxLength: 20 })
  .map((articles) =>
    articles.sort((a, b) => b.score - a.score).map(({ score, relevance }, at) => article(String(at), score, relevance)),
  );

test("weight 0 keeps the order, weight 1 is the cross-encoder's, and nothing is lost (property)", () => {
  fc.assert(
    fc.property(ranking, share, (articles, weight) => {
      expect(ids(crossMix(articles, 0))).toEqual(ids(articles));
      const byRelevance = articles.toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
      expect(ids(crossMix(articles, 1))).toEqual(ids(byRelevance));
      const mixed = crossMix(articles, weight);
      expect(ids(mixed).toSorted()).toEqual(ids(articles).toSorted());
      expect(mixed.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
    }),
  );
});
