import fc from "fast-check";
import { expect, test } from "vitest";
import { answerConfidence, CONFIDENCE_FITS, retrievalMargin, sharedFirst } from "../../retrieval/answer-confidence.ts";

test("the margin is the best cosine above the mean of the next", () => {
  expect(retrievalMargin([0.4, 0.9, 0.6])).toBeCloseTo(0.4, 12); // 0.9 - (0.6 + 0.4) / 2
  expect(retrievalMargin([0.9])).toBe(0);
  expect(retrievalMargin([])).toBe(0);
  // An eleventh article does not count.
  expect(retrievalMargin([1, ...new Array(9).fill(0.5), -1])).toBeCloseTo(0.5, 12);
});

test("two searches agree by the articles in both first tens", () => {
  expect(sharedFirst(["1", "2"], ["2", "3"])).toBe(0.5);
  expect(sharedFirst(["1"], ["2", "3", "1", "4"])).toBe(0.25);
  expect(sharedFirst([], [])).toBe(0);
});

test("the confidence is the Platt curve of the weighted sum", () => {
  const fit = { bias: 1, margin: 2, support: 4, agreement: 0, platt: { a: -1, b: 0.5 }, steps: [], answerFrom: 0.5 };
  // 1 + 2 * 0.25 + 4 * 0.5 = 3.5; 1 / (1 + e^(-3.5 + 0.5))
  expect(answerConfidence({ margin: 0.25, support: 0.5, agreement: 1 }, "evidence", fit)).toBeCloseTo(1 / (1 + Math.exp(-3)), 12);
});

test("where the fit has steps the confidence is their value, and keeps the order within a step", () => {
  const steps = [
    { from: 0, to: 1, value: 0.2, n: 5 },
    { from: 2, to: 4, value: 0.8, n: 5 },
  ];
  const fit = { bias: 0, margin: 0, support: 4, agreement: 0, platt: { a: -1, b: 0 }, steps, answerFrom: 0.5 };
  const at = (support: number) => answerConfidence({ margin: 0, support, agreement: 0 }, "evidence", fit);
  expect(at(0.1)).toBeCloseTo(0.2, 2);
  expect(at(0.375)).toBeCloseTo(0.5, 2); // a score of 1.5, half way between the steps
  expect(at(0.75)).toBeCloseTo(0.8, 2);
  expect(at(0.9)).toBeGreaterThan(at(0.75));
});

test("it is a probability for all signals, and the stored fits answer from one", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, share, (margin, support, agreement) => {
      for (const of of ["evidence", "verdict"] as const) {
        const confidence = answerConfidence({ margin, support, agreement }, of);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }),
  );
  for (const { answerFrom } of [CONFIDENCE_FITS.evidence, CONFIDENCE_FITS.verdict]) {
    expect(answerFrom).toBeGreaterThan(0);
    expect(answerFrom).toBeLessThan(1);
  }
});
