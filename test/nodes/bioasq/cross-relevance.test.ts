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
