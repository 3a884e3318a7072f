import { expect, test } from "vitest";
import { measureAbstention, riskPoints } from "../../evaluation/abstention-sheet.ts";
import { fitConfidence } from "../../evaluation/fit-confidence.ts";
import { closeSheet, openSheet } from "../../evaluation/measure-items.ts";
import { drand48 } from "../../evaluation/statistics/drand48.ts";
import { logisticRegression } from "../../evaluation/statistics/logistic-regression.ts";
import { answerConfidence } from "../../retrieval/answer-confidence.ts";

const answer = (id: string, right: number, confidence: number, support = confidence) => ({
  id,
  right,
  confidence,
  support,
});

test("both error rates, the risk and the areas are those of the definition", () => {
  const answers = [answer("a", 1, 0.9, 0.1), answer("b", 0, 0.6, 0.2), answer("c", 1, 0.4, 0.3), answer("d", 0, 0.1, 0.4)];
  const sheet = openSheet();
  measureAbstention(sheet, answers, 0.5);
  const value = (name: string) => closeSheet(sheet, []).measures[name]?.mean;
  expect(value("risk_all")).toBe(0.5);
  expect(value("coverage")).toBe(0.5);
  expect(value("answered_wrong")).toBe(0.5); // b of b and d
  expect(value("abstained_right")).toBe(0.5); // c of a and c
  expect(value("risk_answered")).toBe(0.5);
  expect(value("aurc")).toBeCloseTo((0 + 1 / 2 + 1 / 3 + 2 / 4) / 4, 12);
  expect(value("aurc_support")).toBeCloseTo((1 + 1 / 2 + 2 / 3 + 2 / 4) / 4, 12); // d, c, b, a
  expect(value("aurc_best")).toBeCloseTo((0 + 0 + 1 / 3 + 2 / 4) / 4, 12);
  expect(value("auroc")).toBe(0.75); // a over b and d, c over d
  expect(value("risk_at_half")).toBe(0.5);
  expect(riskPoints(answers, "confidence").map(({ x }) => x)).toEqual([0.25, 0.5, 0.75, 1]);
});

test("logistic regression finds the log odds of a share", () => {
  // One feature, no slope: 3 of 4 right in both groups, so the bias is ln 3 and the weight 0.
  const rows = [[0], [0], [0], [0], [1], [1], [1], [1]];
  const [bias, weight] = logisticRegression(rows, [1, 1, 1, 0, 1, 1, 1, 0]);
  expect(bias).toBeCloseTo(Math.log(3), 9);
  expect(weight).toBeCloseTo(0, 9);
  // 1 of 4 against 3 of 4: the weight is the difference of the log odds, 2 ln 3.
  const [start = 0, slope = 0] = logisticRegression(rows, [1, 0, 0, 0, 1, 1, 1, 0], 1e-9);
  expect(start).toBeCloseTo(-Math.log(3), 6);
  expect(slope).toBeCloseTo(2 * Math.log(3), 6);
  expect(logisticRegression([], [])).toEqual([]);
});

test("a fit follows the signal that tells right from wrong, and its probabilities are the shares", () => {
  const random = drand48(7);
  const items = Array.from({ length: 400 }, (_, at) => {
    const support = random();
    return { id: String(at), signals: { margin: random(), support, agreement: random() }, right: random() < support ? 1 : 0 };
  });
  const { fit, brier } = fitConfidence(items);
  expect(fit.support).toBeGreaterThan(3 * Math.max(Math.abs(fit.margin), Math.abs(fit.agreement)));
  const at = (support: number) => answerConfidence({ margin: 0.5, support, agreement: 0.5 }, "evidence", fit);
  expect(Math.abs(at(0.5) - 0.5)).toBeLessThan(0.1); // 400 items: two standard errors are 0.05
  expect(at(0.9)).toBeGreaterThan(0.75);
  expect(fit.answerFrom).toBeGreaterThan(0.3);
  expect(fit.answerFrom).toBeLessThan(0.7);
  // A share s uniform in 0-1 leaves an error of the mean of s(1 - s) = 1/6 even to who knows it.
  expect(brier.platt).toBeLessThan(0.2);
  expect(brier.platt).toBeGreaterThan(0.13);
  expect(brier.isotonic).toBeLessThan(0.22);
});

test("a signal that says nothing gets no weight, and two that each say something both get one", () => {
  const random = drand48(11);
  const items = (right: (margin: number, support: number) => number) =>
    Array.from({ length: 600 }, (_, at) => {
      const [margin, support, agreement] = [random(), random(), random()];
      return { id: String(at), signals: { margin, support, agreement }, right: random() < right(margin, support) ? 1 : 0 };
    });
  const one = fitConfidence(items((_, support) => support));
  expect(one.chosen.map(({ signal }) => signal)).toEqual(["support"]);
  expect([one.fit.margin, one.fit.agreement]).toEqual([0, 0]);
  const two = fitConfidence(items((margin, support) => (margin + support) / 2));
  expect(two.chosen.map(({ signal }) => signal).toSorted()).toEqual(["margin", "support"]);
  expect(two.fit.agreement).toBe(0);
  // What is right follows a line, which a Platt curve fits better than steps do, or steps are taken.
  for (const { fit, brier } of [one, two]) expect(fit.steps.length > 0).toBe(brier.isotonic < brier.platt);
  // Each signal that is added makes the held-out area smaller.
  expect(two.chosen[1]!.area).toBeLessThan(two.chosen[0]!.area);
});
