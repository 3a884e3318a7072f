import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readQrels, writeQrels } from "../../formats/qrels.ts";
import { readTrecRun, writeTrecRun } from "../../formats/trec-run.ts";

const fixture = (name: string) => readFileSync(new URL(`../fixtures/vectors/trec/${name}`, import.meta.url), "utf8");

describe("runs", () => {
  test("the fixture of the official tool is read", () => {
    expect(readTrecRun(fixture("basic.run"), "basic.run").slice(0, 2)).toEqual([
      { query: "q1", document: "d03", score: 9.5 },
      { query: "q1", document: "d02", score: 8.25 },
    ]);
  });

  test("decreasing scores are written as they are", () => {
    const run = new Map([
      [
        "q",
        [
          { document: "b", score: 2.5 },
          { document: "a", score: -1 },
        ],
      ],
    ]);
    expect(writeTrecRun(run, "t")).toBe("q Q0 b 1 2.5 t\nq Q0 a 2 -1 t\n");
  });

  test("equal and rising scores are written just below the one before, so that the order stays", () => {
    const run = new Map([["q", [1, 1, 2, 0, 0, 0].map((score, index) => ({ document: `d${index}`, score }))]]);
    const scores = writeTrecRun(run, "t")
      .trim()
      .split("\n")
      .map((line) => Number(line.split(" ")[4]));
    // 32-bit neighbours: 1 − 2⁻²⁴, then 1 − 2⁻²³; below 0 the smallest negative float, −2⁻¹⁴⁹, then twice it.
    expect(scores).toEqual([1, 1 - 2 ** -24, 1 - 2 ** -23, 0, -(2 ** -149), -(2 ** -148)]);
  });

  test("a written run is read again in its order, which its 32-bit scores give alone", () => {
    const score = fc.oneof(
      fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(-1e30), max: Math.fround(1e30) }),
      fc.double({ noNaN: true, min: -2, max: 2 }),
      fc.constantFrom(0, -0, 16777217, 16777216, 0.123456789, 0.123456788),
    );
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 30 }), (scores) => {
        const entries = scores.map((one, index) => ({ document: `d${index}`, score: one }));
        const again = readTrecRun(writeTrecRun(new Map([["q", entries]]), "t"), "f");
        expect(again.map(({ document }) => document)).toEqual(entries.map(({ document }) => document));
        const floats = again.map((entry) => Math.fround(entry.score));
        for (const [index, float] of floats.entries()) if (index > 0) expect(float).toBeLessThan(floats[index - 1]!);
      }),
    );
  });

  test("what would break the file is a bug and throws", () => {
    const write =
      (document: string, score: number, tag = "t") =>
      () =>
        writeTrecRun(new Map([["q", [{ document, score }]]]), tag);
    expect(write("a b", 1)).toThrow("without spaces");
    expect(write("a", Number.NaN)).toThrow("NaN");
    expect(write("a", 1, "my run")).toThrow("without spaces");
    expect(() =>
      writeTrecRun(
        new Map([
          [
            "q",
            [
              { document: "a", score: 2 },
              { document: "a", score: 1 },
            ],
          ],
        ]),
        "t",
      ),
    ).toThrow("twice");
  });

  test.each([
    ["too few columns", "q Q0 d 1", "r.trec, line 1, line"],
    ["a score that is none", "q Q0 d 1 x t", 'line 1, score: expected a number, found "x"'],
    ["a document twice", "q Q0 d 1 2 t\n\nq Q0 d 2 1 t", "line 3, document"],
  ])("%s is refused by line", (_, text, message) => {
    expect(() => readTrecRun(text, "r.trec")).toThrow(message);
  });
});

describe("judgements", () => {
  const expected = [
    { query: "1", document: "31715818", grade: 1 },
    { query: "1", document: "4", grade: 0 },
    { query: "3", document: "5", grade: 2 },
  ];

  test.each([
    ["tabs and a header", "query-id\tcorpus-id\tscore\n1\t31715818\t1\n1\t4\t0\n3\t5\t2\n"],
    ["tabs without a header", "1\t31715818\t1\r\n1\t4\t0\r\n3\t5\t2"],
    ["an iteration column", "\ufeff1 0 31715818 1\n1 0 4 0\n3 0 5 2\n"],
    ["an iteration column, tabs and a header", "query\titer\tdoc\tgrade\n1\t0\t31715818\t1\n1\t0\t4\t0\n\n3\t0\t5\t2\n"],
  ])("%s", (_, text) => {
    expect(readQrels(text, "q.tsv")).toEqual(expected);
  });

  test("the fixtures of the official tool are read, and written as they were", () => {
    for (const name of ["basic", "graded", "ties", "gaps", "float32", "long"]) {
      expect(writeQrels(readQrels(fixture(`${name}.qrels`), name))).toBe(fixture(`${name}.qrels`));
    }
  });

  test("the same grade twice is one judgement", () => {
    expect(readQrels("q\td\t1\nq\td\t1\n", "q.tsv")).toEqual([{ query: "q", document: "d", grade: 1 }]);
  });

  test.each([
    ["two columns", "q\td", "q.tsv, line 1, line"],
    ["a grade that is none", "q\td\t1\nq\te\thigh", 'line 2, grade: expected a whole number, found "high"'],
    ["half a grade", "q\td\t1.5", "line 1, grade"],
    ["two grades", "q\td\t1\nq\td\t0", 'line 2, grade: expected one grade for document "d", found 1 and 0'],
    ["an empty document", "q\t\t1", "line 1, line"],
    ["no judgements", "query\tdoc\tgrade\n", "at least one judgement"],
  ])("%s is refused by line", (_, text, message) => {
    expect(() => readQrels(text, "q.tsv")).toThrow(message);
  });
});
