import { expect, test } from "vitest";
import type { CrossEncoder } from "../../../clients/encoder/cross-encoder.ts";
import { crossRank } from "../../../nodes/bioasq/cross-rank.ts";
import { failure, ok } from "../../../state/outcome.ts";
import type { ProgressEvent } from "../../../state/progress.ts";
import type { Ranking } from "../../../state/query.ts";
import { BioasqSettings } from "../../../state/settings/bioasq.ts";
import { article } from "../../support/bioasq-deps.ts";

const ranking = (by: Ranking["by"], hits: [string, number][], source: Ranking["source"] = "question"): Ranking => ({
  query: source === "question" ? 0 : 1,
  source,
  by,
  hits: hits.map(([pmid, score]) => ({ pmid, score, similarity: score })),
});
/** Logits of relevance .9, .5 and .1. */
const [HIGH, EVEN, LOW] = [Math.log(9), 0, -Math.log(9)] as [number, number, number];
const articles = new Map(["a", "b", "c", "d"].map((pmid) => [pmid, article(pmid, `Title ${pmid}.`, `Text ${pmid}.`)]));
type Call = { question: string; texts: readonly string[] };
const scorer = (logits: Record<string, number>): { score: CrossEncoder["score"]; calls: Call[] } => {
  const calls: Call[] = [];
  return {
    calls,
    score: async (question, texts, options) => {
      calls.push({ question, texts });
      for (const at of texts.keys()) options?.onScored?.(at + 1);
      return ok(texts.map((text) => logits[text.slice(-2, -1)] ?? LOW));
    },
  };
};
const asked = (over: object = {}) => ({
  step: "rerankArticles",
  questionId: "q1",
  body: "Which?",
  articles,
  settings: BioasqSettings.parse({ crossEncoderWeight: 0.5, ...over }),
});
const pmids = ({ hits }: Ranking) => hits.map(({ pmid }) => pmid);
const LIST = ranking("mix", [
  ["a", 0.8],
  ["b", 0.7],
  ["c", 0.6],
]);

test("without a cross-encoder nothing changes, and nothing is asked", async () => {
  expect(await crossRank(undefined, [LIST], asked(), undefined)).toEqual({ rankings: [LIST], fallbacks: [] });
});

// a .5 × .8 + .5 × .1 = .45; b .5 × .7 + .5 × .5 = .6; c .5 × .6 + .5 × .9 = .75.
test("an article's score is the mix of both, and its relevance is kept beside its cosine", async () => {
  const { score, calls } = scorer({ a: LOW, b: EVEN, c: HIGH });
  const { rankings, fallbacks } = await crossRank(score, [LIST], asked(), undefined);
  expect(rankings[0]?.hits).toEqual([
    { pmid: "c", score: expect.closeTo(0.75, 9), similarity: 0.6, relevance: expect.closeTo(0.9, 9) },
    { pmid: "b", score: expect.closeTo(0.6, 9), similarity: 0.7, relevance: 0.5 },
    { pmid: "a", score: expect.closeTo(0.45, 9), similarity: 0.8, relevance: expect.closeTo(0.1, 9) },
  ]);
  expect(fallbacks).toEqual([]);
  expect(calls).toEqual([{ question: "Which?", texts: ["Title a. Text a.", "Title b. Text b.", "Title c. Text c."] }]);
});

test("an article of several queries is read once, and only the first crossEncoderTop of all queries are read", async () => {
  const { score, calls } = scorer({ d: HIGH });
  const expansion = ranking(
    "mix",
    [
      ["d", 0.9],
      ["a", 0.8],
    ],
    "synonyms",
  );
  await crossRank(score, [LIST, expansion], asked({ crossEncoderTop: 3 }), undefined);
  // Over both lists: d .9 × .9 = .81, a .8, b .7, c .6.
  expect(calls[0]?.texts.map((text) => text.slice(-2, -1))).toEqual(["d", "a", "b"]);
});

test("a cutoff leaves out what is less relevant or was not read; at least one article stays", async () => {
  const { score } = scorer({ a: LOW, b: EVEN, c: HIGH });
  const kept = async (over: object) => (await crossRank(score, [LIST], asked(over), undefined)).rankings.flatMap(pmids);
  expect(await kept({ crossEncoderCutoff: 0.5 })).toEqual(["c", "b"]);
  expect(await kept({ crossEncoderCutoff: 0.99 })).toEqual(["c"]);
  expect(await kept({ crossEncoderCutoff: 0.99, crossEncoderTop: 2 })).toEqual(["b"]);
  expect(await kept({})).toEqual(["c", "b", "a"]);
});

test("a list whose scores are ranks is fused with the cross-encoder's order by rank", async () => {
  const { score } = scorer({ a: LOW, b: EVEN, c: HIGH });
  const fusedByRank = (weight: number) =>
    crossRank(score, [{ ...LIST, by: "fusion" }], asked({ crossEncoderWeight: weight }), undefined);
  expect(pmids((await fusedByRank(0.9)).rankings[0]!)).toEqual(["c", "b", "a"]);
  expect(pmids((await fusedByRank(0.1)).rankings[0]!)).toEqual(["a", "b", "c"]);
});

test("a cross-encoder that is down leaves the order as it was, and says so", async () => {
  const { rankings, fallbacks } = await crossRank(
    async () => failure("unavailable", "its thread died 2 times"),
    [LIST],
    asked({ crossEncoderCutoff: 0.9 }),
    undefined,
  );
  expect(rankings).toEqual([LIST]);
  expect(fallbacks).toEqual([
    {
      step: "rerankArticles",
      code: "unavailable",
      reason: "its thread died 2 times",
      instead: "kept the order of the bi-encoder",
    },
  ]);
});

test("weights that cannot be used fail the item, as the encoder's do", async () => {
  const run = crossRank(async () => failure("misconfigured", "no logits"), [LIST], asked(), undefined);
  await expect(run).rejects.toThrow("no logits");
});

test("articles without a text are not read, and none at all asks nothing", async () => {
  const { score, calls } = scorer({ a: LOW });
  const only = { ...asked(), articles: new Map([...articles].filter(([pmid]) => pmid === "a")) };
  expect(pmids((await crossRank(score, [LIST], only, undefined)).rankings[0]!)).toEqual(["a", "b", "c"]);
  expect(calls[0]?.texts).toHaveLength(1);
  await crossRank(score, [LIST], { ...asked(), articles: new Map() }, undefined);
  expect(calls).toHaveLength(1);
});

test("it tells how far it is, now and then and at the end", async () => {
  const events: ProgressEvent[] = [];
  const many = Array.from({ length: 23 }, (_, at): [string, number] => [String(at), 1 - at / 100]);
  const texts = new Map(many.map(([pmid]) => [pmid, article(pmid, `Title ${pmid}.`)]));
  const { score } = scorer({});
  await crossRank(score, [ranking("mix", many)], { ...asked(), articles: texts }, { writer: (event) => events.push(event) });
  expect(events).toEqual(
    [10, 20, 23].map((done) => ({ event: "progress", step: "rerankArticles", item: "q1", done, of: 23, unit: "articles" })),
  );
});
