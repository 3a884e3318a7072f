import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg } from "../../../evaluation/statistics/benjamini-hochberg.ts";
import { bootstrapInterval, bootstrapMeanInterval } from "../../../evaluation/statistics/bootstrap-interval.ts";
import { brierScore } from "../../../evaluation/statistics/brier-score.ts";
import { calibrationError } from "../../../evaluation/statistics/calibration-error.ts";
import { drand48 } from "../../../evaluation/statistics/drand48.ts";
import { holm } from "../../../evaluation/statistics/holm.ts";
import { isotonicRegression } from "../../../evaluation/statistics/isotonic-regression.ts";
import { logLoss } from "../../../evaluation/statistics/log-loss.ts";
import { mcnemarTest } from "../../../evaluation/statistics/mcnemar-test.ts";
import { mean } from "../../../evaluation/statistics/mean.ts";
import { pairedBootstrap } from "../../../evaluation/statistics/paired-bootstrap.ts";
import { permutationTest } from "../../../evaluation/statistics/permutation-test.ts";
import { plattScaling, plattValue } from "../../../evaluation/statistics/platt-scaling.ts";
import { quantile } from "../../../evaluation/statistics/quantile.ts";
import {
  areaUnderRiskCoverage,
  bestPossibleArea,
  coverageAtRisk,
  riskAtCoverage,
  riskCoverage,
} from "../../../evaluation/statistics/risk-coverage.ts";
import { rocAuc } from "../../../evaluation/statistics/roc-auc.ts";
import { stepAveragePrecision } from "../../../evaluation/statistics/step-average-precision.ts";
import { tTest } from "../../../evaluation/statistics/t-test.ts";
import { wilsonInterval } from "../../../evaluation/statistics/wilson-interval.ts";
import { isotonicValue } from "../../../retrieval/isotonic-value.ts";

const share = fc.integer({ min: 0, max: 20 }).map((twentieth) => twentieth / 20);
const shares = fc.array(share, { minLength: 1, maxLength: 12 });
const labelled = fc.array(fc.record({ score: share, label: fc.constantFrom(0, 1) }), { minLength: 1, maxLength: 30 });
const split = (points: { score: number; label: number }[]) =>
  [points.map(({ score }) => score), points.map(({ label }) => label)] as const;

test("the generator is drand48: the first numbers of seeds 0 and 1 are Perl's", () => {
  // perl -e 'srand(0); print rand' and srand(1)
  expect(drand48(0)()).toBeCloseTo(0.17082803610629, 12);
  expect(drand48(1)()).toBeCloseTo(0.041630344771878, 12);
});

describe("comparing two systems", () => {
  test("the same system twice is never different", () => {
    fc.assert(
      fc.property(shares, (scores) => {
        expect(permutationTest(scores, scores)).toMatchObject({ greater: 1, less: 1, twoSided: 1 });
        expect(pairedBootstrap(scores, scores, { resamples: 50 })).toMatchObject({
          difference: 0,
          low: 0,
          high: 0,
          pNotBetter: 1,
        });
      }),
    );
  });

  test("exchanging the systems exchanges the sides", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 8 }), (pairs) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        const [there, back] = [permutationTest(a, b), permutationTest(b, a)];
        expect(there.greater).toBeCloseTo(back.less, 12);
        expect(there.twoSided).toBeCloseTo(back.twoSided, 12);
      }),
    );
  });

  test("one item better by one: half of the two sign patterns are as good", () => {
    expect(permutationTest([1], [0])).toEqual({ greater: 0.5, less: 1, twoSided: 1, patterns: 2, exact: true });
  });

  test("scores of different items are refused", () => {
    expect(() => pairedBootstrap([1], [1, 2])).toThrow("same items: 1 against 2");
  });

  test("no items give no finding", () => {
    expect(pairedBootstrap([], [])).toEqual({ difference: 0, low: 0, high: 0, pNotBetter: 1, n: 0 });
    expect(permutationTest([], []).twoSided).toBe(1);
    expect(tTest([])).toEqual({ t: 0, degreesOfFreedom: 0, pTwoSided: 1 });
    expect(tTest([1, 1])).toEqual({ t: Number.POSITIVE_INFINITY, degreesOfFreedom: 1, pTwoSided: 0 });
    expect(mcnemarTest(0, 0)).toBe(1);
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect([holm([]), benjaminiHochberg([])]).toEqual([[], []]);
  });

  test("many discordant pairs do not overflow", () => {
    expect(mcnemarTest(5000, 5000)).toBe(1);
    expect(mcnemarTest(6000, 4000)).toBeLessThan(1e-80);
  });

  test("adjusted p values are never smaller than the raw ones, Holm's never smaller than Benjamini-Hochberg's", () => {
    fc.assert(
      fc.property(shares, (pValues) => {
        const [strict, mild] = [holm(pValues), benjaminiHochberg(pValues)];
        pValues.forEach((p, index) => {
          expect(mild[index]).toBeGreaterThanOrEqual(p - 1e-12);
          expect(strict[index]).toBeGreaterThanOrEqual(mild[index]! - 1e-12);
        });
      }),
    );
  });
});

describe("bootstrap interval", () => {
  test("the same seed gives the same interval, and it holds the values' range", () => {
    fc.assert(
      fc.property(shares, (values) => {
        const interval = bootstrapInterval(values, mean, { resamples: 100 });
        expect(bootstrapInterval(values, mean, { resamples: 100 })).toEqual(interval);
        if (values.length > 1) expect(bootstrapMeanInterval(values, { resamples: 100 })).toEqual(interval); // the fast way, to the last bit
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
        expect(interval.high).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      }),
    );
  });

  test("one item is its own interval; quantiles interpolate", () => {
    expect(bootstrapInterval([0.3], mean)).toEqual({ low: 0.3, high: 0.3 });
    expect(bootstrapMeanInterval([0.3])).toEqual({ low: 0.3, high: 0.3 });
    expect(bootstrapMeanInterval([])).toEqual({ low: 0, high: 0 });
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(quantile([], 0.5)).toBeNaN();
    expect(mean([])).toBe(0);
  });
});

describe("calibration", () => {
  test("isotonic blocks rise strictly, keep the sum of labels and pass no score by", () => {
    fc.assert(
      fc.property(labelled, (points) => {
        const [scores, labels] = split(points);
        const blocks = isotonicRegression(scores, labels);
        for (let index = 1; index < blocks.length; index += 1)
          expect(blocks[index]!.value).toBeGreaterThan(blocks[index - 1]!.value);
        const fitted = scores.map((score) => isotonicValue(blocks, score));
        expect(fitted.reduce((sum, value) => sum + value, 0)).toBeCloseTo(
          labels.reduce((sum, label) => sum + label, 0),
          9,
        );
        expect(brierScore(fitted, labels)).toBeLessThanOrEqual(brierScore(scores, labels) + 1e-12);
      }),
    );
  });

  test("the calibration error is 0 for certain and right forecasts, whatever the bins", () => {
    for (const kind of ["closedLeft", "closedRight", "equalMass"] as const) {
      expect(calibrationError([0, 1, 1, 0], [0, 1, 1, 0], 10, kind).expected).toBe(0);
      expect(calibrationError([], [], 10, kind).expected).toBe(0);
    }
    expect(calibrationError([1, 1], [0, 0]).expected).toBe(1);
  });

  test("Platt scaling of separable scores is steep, finite and ordered", () => {
    const fit = plattScaling([0, 0.1, 0.9, 1], [0, 0, 1, 1]);
    expect(plattValue(fit, 0)).toBeLessThan(plattValue(fit, 1));
    const sharp = plattScaling([0, 0.1, 0.9, 1], [0, 0, 1, 1], { smooth: false });
    expect(Number.isFinite(sharp.a) && Number.isFinite(sharp.b)).toBe(true);
    expect(plattValue(sharp, 1)).toBeGreaterThan(0.99);
    expect(plattValue(plattScaling([], []), 3)).toBe(0.5);
  });

  test("turning all scores round turns the area under the ROC curve round", () => {
    const twoClasses = labelled.filter((points) => new Set(points.map(({ label }) => label)).size === 2);
    fc.assert(
      fc.property(twoClasses, (points) => {
        const [scores, labels] = split(points);
        expect(
          rocAuc(scores, labels) +
            rocAuc(
              scores.map((score) => -score),
              labels,
            ),
        ).toBeCloseTo(1, 12);
      }),
    );
    expect(rocAuc([0.5], [1])).toBeNaN();
  });

  test("a certain wrong forecast costs much, not infinitely; nothing costs nothing", () => {
    expect(logLoss([0], [1])).toBeCloseTo(52 * Math.LN2, 9);
    expect([logLoss([], []), brierScore([], []), stepAveragePrecision([], []), stepAveragePrecision([1], [0])]).toEqual([
      0, 0, 0, 0,
    ]);
  });
});

describe("selective answering", () => {
  test("no confidence beats the best possible one, and the last risk is the error rate", () => {
    fc.assert(
      fc.property(labelled, (points) => {
        const [confidences, errors] = split(points);
        const risks = riskCoverage(confidences, errors);
        expect(areaUnderRiskCoverage(risks)).toBeGreaterThanOrEqual(bestPossibleArea(errors) - 1e-12);
        expect(risks.at(-1)).toBeCloseTo(mean(errors), 12);
        expect(riskAtCoverage(risks, 1)).toBe(risks.at(-1));
        expect(coverageAtRisk(confidences, errors, 1)).toBe(1);
      }),
    );
  });

  test("nothing answered has no risk", () => {
    expect([
      areaUnderRiskCoverage([]),
      areaUnderRiskCoverage([], "trapezoid"),
      riskAtCoverage([], 1),
      coverageAtRisk([], [], 0),
    ]).toEqual([0, 0, 0, 0]);
  });
});
