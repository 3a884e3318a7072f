import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Judgement, type Retrieved, rankRun, scoreTrec } from "../../evaluation/trec-scorer.ts";
import { NINE, vector, vectorText } from "./vectors.ts";

type Values = Record<string, number>;
type Expected = {
  measures: string[];
  sets: Record<
    string,
    {
      per_query: Record<string, Values>;
      mean: Values;
      mean_complete: Values;
      queries_in_both: number;
      queries_judged: number;
      first_12_after_sorting: Record<string, string[]>;
    }
  >;
};

const expected = vector<Expected>("trec/expected.json");
const lines = (name: string) =>
  vectorText(`trec/${name}`)
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/));
const judgementsOf = (name: string): Judgement[] =>
  lines(`${name}.qrels`).map(([query, , document, grade]) => ({ query: query!, document: document!, grade: Number(grade) }));
const runOf = (name: string): Retrieved[] =>
  lines(`${name}.run`).map(([query, , document, , score]) => ({ query: query!, document: document!, score: Number(score) }));

describe.each(Object.entries(expected.sets))("%s equals trec_eval", (name, set) => {
  const sheet = scoreTrec(judgementsOf(name), runOf(name), { measures: expected.measures });

  test("every query and every mean", () => {
    expect(Object.keys(sheet.perItem).toSorted()).toEqual(Object.keys(set.per_query).toSorted());
    for (const [query, values] of Object.entries(set.per_query))
      for (const [measure, value] of Object.entries(values))
        expect(sheet.perItem[query]?.[measure], `${query} ${measure}`).toBeCloseTo(value, NINE);
    for (const measure of expected.measures) {
      expect(sheet.measures[measure]?.mean, measure).toBeCloseTo(set.mean[measure]!, NINE);
      expect(sheet.measures[`${measure}_complete`]?.mean, measure).toBeCloseTo(set.mean_complete[measure]!, NINE);
      expect(sheet.measures[measure]?.n).toBe(set.queries_in_both);
      expect(sheet.measures[`${measure}_complete`]?.n).toBe(set.queries_judged);
    }
  });

  test("the order of equal scores", () => {
    const rankings = rankRun(runOf(name));
    for (const [query, documents] of Object.entries(set.first_12_after_sorting))
      expect(rankings.get(query)?.slice(0, 12)).toEqual(documents);
  });
});

test("MAP divided by min(10, relevant) is BioASQ's, larger than trec_eval's when more than ten are relevant", () => {
  const judgements = Array.from({ length: 20 }, (_, index) => ({ query: "q", document: `d${index}`, grade: 1 }));
  const run = Array.from({ length: 10 }, (_, index) => ({ query: "q", document: `d${index}`, score: -index }));
  const { measures } = scoreTrec(judgements, run);
  expect(measures.map_cut_10_of_10?.mean).toBe(1); // ten of ten right, divided by 10
  expect(measures.map_cut_10?.mean).toBe(0.5); // the same sum, divided by 20
});

test("a judged query without results is named, not hidden", () => {
  const sheet = scoreTrec(judgementsOf("gaps"), runOf("gaps"));
  expect(sheet.missing).toEqual(["p3"]);
  expect(sheet.notes).toEqual([
    "1 judged queries have no result: left out of the means, 0 in …_complete.",
    "1 queries of the run are not judged and not scored.",
  ]);
});

describe("what cannot be scored is refused with its reason", () => {
  const judgements = [{ query: "q", document: "a", grade: 1 }];
  test.each([
    [
      "a document twice",
      () =>
        scoreTrec(judgements, [
          { query: "q", document: "a", score: 2 },
          { query: "q", document: "a", score: 1 },
        ]),
      "document a is in the run twice",
    ],
    [
      "a score that is no number",
      () => scoreTrec(judgements, [{ query: "q", document: "a", score: Number.NaN }]),
      "the score is no number",
    ],
    ["an unknown measure", () => scoreTrec(judgements, [], { measures: ["ndcg@10"] }), "Unknown measure ndcg@10"],
    ["a cut of the wrong family", () => scoreTrec(judgements, [], { measures: ["P_5_of_5"] }), "Unknown measure P_5_of_5"],
    ["no judgement", () => scoreTrec([], []), "no query"],
  ])("%s", (_, act, message) => {
    expect(act).toThrow(message);
  });

  test("an empty run has no means, only zeros in the complete ones", () => {
    const sheet = scoreTrec(judgements, []);
    expect(sheet.measures).not.toHaveProperty("map");
    expect(sheet.notComputed.map).toBe("no item to measure");
    expect(sheet.measures.map_complete).toEqual({ mean: 0, n: 1, low: 0, high: 0 });
  });
});

test("every measure stays within 0 to 1 and ignores the order of the file", () => {
  const document = fc.constantFrom("a", "b", "c", "__proto__", "10", "9");
  const judgements = fc.uniqueArray(fc.record({ query: fc.constant("q"), document, grade: fc.integer({ min: 0, max: 3 }) }), {
    selector: (j) => j.document,
    minLength: 1,
  });
  const run = fc.uniqueArray(fc.record({ query: fc.constant("q"), document, score: fc.integer({ min: 0, max: 2 }) }), {
    selector: (r) => r.document,
    minLength: 1,
  });
  fc.assert(
    fc.property(judgements, run, (judged, retrieved) => {
      const sheet = scoreTrec(judged, retrieved);
      expect(scoreTrec(judged.toReversed(), retrieved.toReversed()).perItem).toEqual(sheet.perItem);
      for (const value of Object.values(sheet.perItem.q!)) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
      }
    }),
  );
});
