import fc from "fast-check";
import { expect, test } from "vitest";
import { wordCoverage } from "../../evaluation/measures/word-coverage.ts";
import { curveChart } from "../../evaluation/svg-charts.ts";

test("coverage is the share of the answer's content words that some snippet holds", () => {
  // content words of the answer: metformin, lowers, glucose, 5; held: metformin, glucose, 5
  expect(wordCoverage(["Metformin, 5 mg", "the glucose"], ["Metformin lowers the glucose by 5."])).toBe(3 / 4);
  expect(wordCoverage([], ["Metformin."])).toBe(0);
});

test("an answer without content words has no coverage, not zero", () => {
  expect(wordCoverage(["Metformin"], ["It is the."])).toBeUndefined();
});

test("more snippets never cover less", () => {
  const word = fc.constantFrom("alpha", "beta", "gamma", "delta");
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(text), text, text, (texts, more, answer) => {
      expect(wordCoverage([...texts, more], [answer])).toBeGreaterThanOrEqual(wordCoverage(texts, [answer]) ?? 0);
    }),
  );
});

test("a curve is drawn with its band, and text in it is escaped", () => {
  const points = [
    { x: 1, mean: 0.5, sd: 0.1 },
    { x: 2, mean: 0.7, sd: 0.4 },
  ];
  const chart = curveChart({ title: "a < b & c", x: "snippets", y: "share", points });
  expect(chart).toContain("a &lt; b &amp; c");
  expect(chart.match(/<circle/g)).toHaveLength(2);
  expect(chart).not.toMatch(/NaN|undefined/);
});
