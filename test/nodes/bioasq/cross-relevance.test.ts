import fc from "fast-check";
import { expect, test } from "vitest";
import { crossRank } from "../../../nodes/bioasq/cross-rank.ts";
import { crossRelevance } from "../../../nodes/bioasq/cross-relevance.ts";
import { fused } from "../../../nodes/bioasq/fuse-rankings.ts";
import { failure, ok } from "../../../state/outcome.ts";
import type { Ranking } from "../../../state/query.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { article } from "../../support/bioasq-deps.ts";

const ranking = (scores: readonly number[], by: Ranking["by"] = "mix"): Ranking => ({
  query: 0,
  source: "question",
  by,
  hits: scores.map((score, at) => ({ pmid: `p${at}`, score })),
});
const settings = (over: object = {}) => BioasqSettings.parse({ crossEncoderWeight: 0.1, ...over });
const readBy = async (scores: readonly number[], over: object = {}, by: Ranking["by"] = "mix", wholeListKnown = true) => {
  const sizes: number[] = [];
  const score = async (_question: string, texts: readonly string[]) => {
    sizes.push(texts.length);
    return ok(texts.map(() => 0));
  };
  const standing = scores.map((score, at) => ({ article: article(`p${at}`, `Title ${at}.`), score }));
  const asked = { step: "rerankArticles", questionId: "q", body: "Which?", settings: settings(over), wholeListKnown };
  await crossRelevance(score, standing, [ranking(scores, by)], asked, undefined);
  return sizes;
};

// Relevance .5 of all: the tenth reaches .9 × .9 + .1 × .5 = .86. An article of .5 reaches at most .9 × .5 + .1 = .55, one of .86 at most .874.
const TEN = Array<number>(10).fill(0.9);
test("what cannot come among the first any more is not read", async () => {
  expect(await readBy([...TEN, ...Array<number>(90).fill(0.5)])).toEqual([10]);
  expect(await readBy([...TEN, ...Array<number>(10).fill(0.86), ...Array<number>(80).fill(0.5)])).toEqual([10, 10]);
  expect(await readBy([...TEN, ...Array<number>(13).fill(0.86)])).toEqual([10, 10, 3]);
});

test("all are read where the end cannot be told ahead: with a cutoff, or where lists are fused by rank", async () => {
  const scores = [...TEN, ...Array<number>(20).fill(0.1)];
  expect(await readBy(scores, { crossEncoderCutoff: 0.2 })).toEqual([30]);
  expect(await readBy(scores, { fuseBy: "rrf" })).toEqual([30]);
  expect(await readBy(scores, {}, "fusion")).toEqual([30]);
  expect(await readBy(scores, {}, "mix", false)).toEqual([30]);
  // Of 10 candidates the question's own list keeps 9: an article of another one may be displaced by one that reads badly.
  expect(await readBy(scores, { candidates: 10 })).toEqual([30]);
});

test("as many are read as snippets are taken from", async () => {
  expect(
    await readBy([...TEN, ...Array<number>(15).fill(0.7), ...Array<number>(75).fill(0.5)], {
      snippetArticles: 25,
      questionShare: 0,
    }),
  ).toEqual([10, 10, 10]);
});

test("a cross-encoder that goes down half-way ends in its outcome", async () => {
  let calls = 0;
  const score = async (_question: string, texts: readonly string[]) =>
    ++calls === 1 ? ok(texts.map(() => 0)) : failure("unavailable", "its thread died 2 times");
  const standing = Array.from({ length: 12 }, (_, at) => ({ article: article(`p${at}`, `Title ${at}.`), score: 0.9 }));
  const asked = { step: "rerankArticles", questionId: "q", body: "Which?", settings: settings(), wholeListKnown: true };
  const scores = standing.map(({ score }) => score);
  expect(await crossRelevance(score, standing, [ranking(scores)], asked, undefined)).toMatchObject({ is: "unavailable" });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
test("the first articles are those that reading all would have put there", async () => {
  const scored = fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(scored, fc.constantFrom(0.05, 0.1, 0.3), async (given, crossEncoderWeight) => {
      const before = given.map(([score]) => score).sort((a, b) => b - a);
      const relevance = given.map(([, own]) => Math.min(0.999, Math.max(0.001, own)));
      const whole = before
        .map((score, at) => (1 - crossEncoderWeight) * score + crossEncoderWeight * relevance[at]!) // one an article
        .sort((a, b) => b - a);
      const articles = new Map(before.map((_, at) => [`p${at}`, article(`p${at}`, `${at}`)]));
      const score = async (_question: string, texts: readonly string[]) =>
        ok(texts.map((text) => Math.log(relevance[Number(text)]! / (1 - relevance[Number(text)]!))));
      const own = settings({ crossEncoderWeight });
      const asked = { step: "rerankArticles", questionId: "q", body: "Which?", articles, settings: own };
      const { rankings } = await crossRank(score, [ranking(before)], asked, undefined);
      const first = fused(rankings, own).slice(0, 10);
      for (const [at, { score: reached }] of first.entries()) expect(reached).toBeCloseTo(whole[at]!, 9); // as many as there are
    }),
    { numRuns: 300 },
  );
});

test("with two lists, articles without a text and any number of candidates, the first ones are those of a full reading", async () => {
  const pmids = Array.from({ length: 60 }, (_, at) => `p${at}`);
  const even = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000);
  const list = fc.uniqueArray(fc.tuple(fc.constantFrom(...pmids), even), {
    selector: ([pmid]) => pmid,
    minLength: 30,
    maxLength: 60,
  });
  const relevances = fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { minLength: 60, maxLength: 60 });
  const textless = fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(pmids, { maxLength: 5 }) },
  );
  const cases = fc.tuple(list, list, relevances, textless, fc.integer({ min: 10, max: 150 }));
  let [short, whole] = [0, 0];
  await fc.assert(
    fc.asyncProperty(cases, async ([own, other, relevance, without, candidates]) => {
      const lists = [
        { given: own, source: "question" },
        { given: other, source: "synonyms" },
      ] as const;
      const rankings = lists.map(({ given, source }, query): Ranking => {
        const hits = given.map(([pmid, score]) => ({ pmid, score })).sort((a, b) => b.score - a.score);
        return { query, source, by: "mix", hits };
      });
      const articles = new Map(
        pmids.filter((pmid) => !without.includes(pmid)).map((pmid) => [pmid, article(pmid, pmid.slice(1))]),
      );
      const first = async (over: object) => {
        let read = 0;
        const score = async (_question: string, texts: readonly string[]) => {
          read += texts.length;
          return ok(texts.map((text) => Math.log(relevance[Number(text)]! / (1 - relevance[Number(text)]!)))); // one a pmid
        };
        const settings = BioasqSettings.parse({ candidates, ...over });
        const asked = { step: "rerankArticles", questionId: "q", body: "Which?", articles, settings };
        const ranked = await crossRank(score, rankings, asked, undefined);
        return { read, first: fused(ranked.rankings, settings).slice(0, 10) };
      };
      const [early, full] = [await first({}), await first({ crossEncoderFirst: 1000 })];
      short += early.read;
      whole += full.read;
      const scores = full.first.map(({ score }) => score);
      expect(early.first.map(({ score }) => score)).toEqual(scores);
      // Where two have the same score, either may stand first.
      if (new Set(scores).size === scores.length) expect(early.first.slice(0, -1)).toEqual(full.first.slice(0, -1));
    }),
    { numRuns: 300 },
  );
  expect(short).toBeLessThan(whole);
});

test("the last word of progress is that all that had to be read was", async () => {
  const told: unknown[] = [];
  const scores = [...TEN, ...Array<number>(30).fill(0.2)];
  const standing = scores.map((score, at) => ({ article: article(`p${at}`, `Title ${at}.`), score }));
  const asked = { step: "rerankArticles", questionId: "q", body: "Which?", settings: settings(), wholeListKnown: true };
  const score: Parameters<typeof crossRelevance>[0] = async (_question, texts, options) => {
    options?.onScored?.(texts.length);
    return ok(texts.map(() => 0));
  };
  await crossRelevance(score, standing, [ranking(scores)], asked, { writer: (event) => void told.push(event) });
  expect(told).toMatchObject([
    { done: 10, of: 40 },
    { done: 10, of: 10 },
  ]);
});
