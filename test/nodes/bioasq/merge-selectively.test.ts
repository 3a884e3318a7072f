import fc from "fast-check";
import { expect, test } from "vitest";
import { type MergeRule, mergeSelectively } from "../../../nodes/bioasq/merge-selectively.ts";
import type { RankedArticle, Snippet } from "../../../state/bioasq.ts";

const RULE: MergeRule = {
  gain: 0.05,
  keepFirst: 0,
  keepSnippets: 0,
  strongAbove: 0.55,
  maxDocuments: 3,
  maxSnippets: 3,
  fusionK: 60,
};
const ranked = (pmid: string, similarity: number): RankedArticle => ({ pmid, score: 1, similarity, excerpt: "" });
/** A snippet whose relevance is its score. */
const snippet = (pmid: string, score: number, start = 0): Snippet => ({
  pmid,
  section: "abstract",
  start,
  end: start + 10,
  score,
  similarity: score,
  sha256: `${pmid}-${start}`,
  excerpt: "",
});
const pmids = (articles: readonly { pmid: string }[]) => articles.map(({ pmid }) => pmid);
const first = {
  articles: [ranked("a", 0.5), ranked("b", 0.4), ranked("c", 0.2)],
  snippets: [snippet("a", 0.6), snippet("b", 0.3)],
};

test("a clearly better article goes before what it beats", () => {
  const merged = mergeSelectively(first, { articles: [ranked("n", 0.46)], snippets: [] }, RULE);
  expect(pmids(merged.articles)).toEqual(["a", "n", "b", "c"]);
  expect(merged.articles[0]!.score).toBeGreaterThan(merged.articles[1]!.score);
  expect(merged.addedArticles).toBe(1);
});

test("the first articles keep their places however much better a found one is", () => {
  const found = { articles: [ranked("n", 0.9)], snippets: [] };
  expect(pmids(mergeSelectively(first, found, { ...RULE, keepFirst: 2 }).articles)).toEqual(["a", "b", "n", "c"]);
  expect(mergeSelectively(first, found, { ...RULE, keepFirst: 3 })).toEqual({ ...first, addedArticles: 0, addedSnippets: 0 });
});

test("the first snippets stay the first ones however much better a found one is", () => {
  const current = { articles: first.articles, snippets: [snippet("a", 0.3), snippet("b", 0.2), snippet("c", 0.1)] };
  const found = { articles: [], snippets: [snippet("a", 0.9, 50)] };
  const starts = (keepSnippets: number) =>
    mergeSelectively(current, found, { ...RULE, keepSnippets }).snippets.map(({ sha256 }) => sha256);
  expect(starts(0)).toEqual(["a-50", "a-0", "b-0"]);
  expect(starts(2)).toEqual(["a-0", "b-0", "a-50"]);
  expect(starts(3)).toEqual(["a-0", "b-0", "c-0"]);
});

test("evidence at hand counts by its relevance to the question by which the finds were ranked", () => {
  // By its own question b is at .40, and n at .46 would beat it; by the rescue's question b is at .45.
  const measured = { ...first, relevance: { articles: { b: 0.45, c: 0.42 }, snippets: { "b-0": 0.5 } } };
  const found = { articles: [ranked("n", 0.46)], snippets: [snippet("n", 0.36)] };
  expect(mergeSelectively(measured, found, RULE)).toMatchObject({ addedArticles: 0, addedSnippets: 0, articles: first.articles });
  expect(mergeSelectively(first, found, RULE).addedArticles).toBe(1);
});

test("a gain below the limit changes nothing", () => {
  // .44 is .04 above b; c is beaten, but third place is the last one: n takes it only when it beats c by .05.
  const merged = mergeSelectively(first, { articles: [ranked("n", 0.24)], snippets: [snippet("n", 0.34)] }, RULE);
  expect(merged).toEqual({ ...first, addedArticles: 0, addedSnippets: 0 });
});

test("an article with a strong snippet keeps its place among the first, whatever the rescue found", () => {
  const weakButStrong = {
    articles: [ranked("x", 0.1), ranked("y", 0.1), ranked("s", 0.1)],
    snippets: [snippet("s", 0.9)],
  };
  const better = { articles: ["n1", "n2", "n3", "n4"].map((pmid) => ranked(pmid, 0.9)), snippets: [] };
  const merged = mergeSelectively(weakButStrong, better, RULE);
  expect(pmids(merged.articles).slice(0, 3)).toContain("s");
  expect(pmids(merged.snippets)).toEqual(["s"]);
});

test("a better snippet of a kept article replaces the weakest one", () => {
  const full = { ...first, snippets: [snippet("a", 0.6), snippet("b", 0.3), snippet("c", 0.2)] };
  const merged = mergeSelectively(full, { articles: [ranked("n", 0.9)], snippets: [snippet("n", 0.5), snippet("z", 0.9)] }, RULE);
  // z is no article of the result, so its snippet is not taken; c, the weakest, makes room for n.
  expect(pmids(merged.snippets)).toEqual(["a", "n", "b"]);
});

test("a snippet that overlaps a present one is not taken twice", () => {
  const merged = mergeSelectively(first, { articles: [], snippets: [{ ...snippet("b", 0.9, 5), sha256: "other" }] }, RULE);
  expect(merged.addedSnippets).toBe(0);
});

test("where the first search found nothing, the rescue's finds are the evidence", () => {
  const merged = mergeSelectively({ articles: [], snippets: [] }, first, RULE);
  expect(pmids(merged.articles)).toEqual(["a", "b", "c"]);
  expect(pmids(merged.snippets)).toEqual(["a", "b"]);
});

const evidence = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.double({ min: 0, max: 1, noNaN: true })), {
    selector: ([id]) => id,
    maxLength: 12,
  })
  .map((pairs) => ({
    articles: pairs.map(([id, similarity]) => ranked(String(id), similarity)),
    snippets: pairs.slice(0, 3).map(([id, score]) => snippet(String(id), score)),
  }));

test("nothing strong is lost, nothing repeated, no article dropped", () =>
  fc.assert(
    fc.property(evidence, evidence, (current, rescued) => {
      const merged = mergeSelectively(current, rescued, RULE);
      expect(new Set(pmids(merged.articles)).size).toBe(merged.articles.length);
      expect(pmids(merged.articles)).toEqual(expect.arrayContaining(pmids(current.articles)));
      expect(merged.snippets.length).toBeLessThanOrEqual(Math.max(RULE.maxSnippets, current.snippets.length));
      const strong = current.snippets.filter(({ score }) => score > RULE.strongAbove);
      expect(merged.snippets).toEqual(expect.arrayContaining(strong));
      const top = pmids(merged.articles.slice(0, RULE.maxDocuments));
      const strongBefore = current.articles
        .slice(0, RULE.maxDocuments)
        .filter(({ pmid }) => strong.some((one) => one.pmid === pmid));
      expect(top).toEqual(expect.arrayContaining(pmids(strongBefore)));
    }),
  ));
