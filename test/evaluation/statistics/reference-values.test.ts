import { describe, expect, test } from "vitest";
import { benjaminiHochberg } from "../../../evaluation/statistics/benjamini-hochberg.ts";
import { bootstrapMeans, percentileInterval } from "../../../evaluation/statistics/bootstrap-interval.ts";
import { brierScore } from "../../../evaluation/statistics/brier-score.ts";
import { type CalibrationBins, calibrationError } from "../../../evaluation/statistics/calibration-error.ts";
import { holm } from "../../../evaluation/statistics/holm.ts";
import { isotonicRegression } from "../../../evaluation/statistics/isotonic-regression.ts";
import { logLoss } from "../../../evaluation/statistics/log-loss.ts";
import { mcnemarTest } from "../../../evaluation/statistics/mcnemar-test.ts";
import { pairedBootstrap } from "../../../evaluation/statistics/paired-bootstrap.ts";
import { permutationTest } from "../../../evaluation/statistics/permutation-test.ts";
import { plattScaling, plattValue } from "../../../evaluation/statistics/platt-scaling.ts";
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
import { NINE, vector } from "../vectors.ts";

type Adjusted = { p: number[]; adjusted: number[] };
type Ece = { ece: number; max?: number; counts?: number[] };
type Stats = {
  paired: {
    a: number[];
    b: number[];
    differences: number[];
    mean_difference: number;
    sign_flip_exact: { greater: number; less: number; two_sided: number; count_greater_of_4096: number };
    bootstrap_exact: { quantiles: Record<string, number>; p_mean_le_0: number };
    bootstrap_fixed_rows: { rows: number[][]; means: number[]; percentile_95_linear: [number, number] };
    t_test: { t: number; df: number; p_two_sided: number };
    holm: Adjusted;
    benjamini_hochberg: Adjusted;
    wilson_95: { k: number; n: number; low: number; high: number }[];
    mcnemar_exact: { only_a_right: number; only_b_right: number; p: number }[];
  };
  calibration: {
    scores: number[];
    labels: number[];
    isotonic: {
      fitted: number[];
      new: number[];
      new_fitted: number[];
      blocks: { from: number; to: number; value: number; n: number }[];
    };
    platt: { A: number; B: number; fitted: number[]; new_fitted: number[] };
    logistic_without_smoothing: { A: number; B: number };
    expected_calibration_error: Record<string, Ece>;
    brier: number;
    log_loss: number;
    roc_auc: number;
    average_precision: number;
  };
  selective: {
    confidence: number[];
    error: number[];
    aurc_mean_stable_order: number;
    aurc_trapezoid_from_1_over_n: number;
    aurc_mean_ties_shared: number;
    risk_stable_order: number[];
    risk_ties_shared: number[];
    aurc_best_possible: number;
    e_aurc_finite: number;
    risk_at_coverage: Record<string, number>;
    coverage_at_risk_threshold_cut: Record<string, number>;
  };
};

const { paired, calibration, selective } = vector<Stats>("stats.json");

const expectAll = (actual: readonly number[], expected: readonly number[]) => {
  expect(actual).toHaveLength(expected.length);
  expected.forEach((value, index) => {
    expect(actual[index], `place ${index}`).toBeCloseTo(value, NINE);
  });
};

describe("paired comparison equals scipy", () => {
  test("every sign pattern is counted, ties included", () => {
    const result = permutationTest(paired.a, paired.b);
    expect(result).toMatchObject({ exact: true, patterns: 4096 });
    expect(Math.round(result.greater * 4096)).toBe(paired.sign_flip_exact.count_greater_of_4096);
    expect(result.greater).toBeCloseTo(paired.sign_flip_exact.greater, NINE);
    expect(result.less).toBeCloseTo(paired.sign_flip_exact.less, NINE);
    expect(result.twoSided).toBeCloseTo(paired.sign_flip_exact.two_sided, NINE);
  });

  test("random sign patterns come close to all of them", () => {
    const result = permutationTest(paired.a, paired.b, { exactUpTo: 0, samples: 40_000 });
    expect(result.exact).toBe(false);
    expect(result.greater).toBeGreaterThan(0.003);
    expect(result.greater).toBeLessThan(0.007);
  });

  test("the bootstrap over given rows is exact", () => {
    const { rows, means, percentile_95_linear } = paired.bootstrap_fixed_rows;
    const ours = bootstrapMeans(paired.differences, rows);
    expectAll(ours, means);
    const { low, high } = percentileInterval(ours, 0.95);
    expectAll([low, high], percentile_95_linear);
  });

  test("our own draws land on the exact bootstrap distribution", () => {
    const result = pairedBootstrap(paired.a, paired.b, { resamples: 100_000 });
    const { quantiles, p_mean_le_0 } = paired.bootstrap_exact;
    expect(result.difference).toBeCloseTo(paired.mean_difference, NINE);
    expect(Math.abs(result.low - quantiles["0.025"]!)).toBeLessThan(0.001);
    expect(Math.abs(result.high - quantiles["0.975"]!)).toBeLessThan(0.001);
    expect(Math.abs(result.pNotBetter - p_mean_le_0)).toBeLessThan(0.001);
    const wide = pairedBootstrap(paired.a, paired.b, { resamples: 100_000, level: 0.99 });
    expect(Math.abs(wide.low - quantiles["0.005"]!)).toBeLessThan(0.001);
    expect(Math.abs(wide.high - quantiles["0.995"]!)).toBeLessThan(0.001);
  });

  test("t test, Holm, Benjamini-Hochberg, Wilson and McNemar", () => {
    const t = tTest(paired.differences);
    expect(t.t).toBeCloseTo(paired.t_test.t, NINE);
    expect(t.degreesOfFreedom).toBe(paired.t_test.df);
    expect(t.pTwoSided).toBeCloseTo(paired.t_test.p_two_sided, NINE);
    expectAll(holm(paired.holm.p), paired.holm.adjusted);
    expectAll(benjaminiHochberg(paired.benjamini_hochberg.p), paired.benjamini_hochberg.adjusted);
    for (const { k, n, low, high } of paired.wilson_95) {
      const ours = wilsonInterval(k, n);
      expectAll([ours.low, ours.high], [low, high]);
    }
    for (const { only_a_right, only_b_right, p } of paired.mcnemar_exact)
      expect(mcnemarTest(only_a_right, only_b_right)).toBeCloseTo(p, NINE);
  });
});

describe("calibration equals scikit-learn", () => {
  const { scores, labels } = calibration;

  test("isotonic regression: blocks, fitted and new values", () => {
    const blocks = isotonicRegression(scores, labels);
    expect(blocks.map(({ from, to, n }) => ({ from, to, n }))).toEqual(
      calibration.isotonic.blocks.map(({ from, to, n }) => ({ from, to, n })),
    );
    expectAll(
      blocks.map(({ value }) => value),
      calibration.isotonic.blocks.map(({ value }) => value),
    );
    expectAll(
      scores.map((score) => isotonicValue(blocks, score)),
      calibration.isotonic.fitted,
    );
    expectAll(
      calibration.isotonic.new.map((score) => isotonicValue(blocks, score)),
      calibration.isotonic.new_fitted,
    );
  });

  test("Platt scaling with and without smoothed targets", () => {
    const fit = plattScaling(scores, labels);
    expectAll([fit.a, fit.b], [calibration.platt.A, calibration.platt.B]);
    expectAll(
      scores.map((score) => plattValue(fit, score)),
      calibration.platt.fitted,
    );
    expectAll(
      calibration.isotonic.new.map((score) => plattValue(fit, score)),
      calibration.platt.new_fitted,
    );
    const sharp = plattScaling(scores, labels, { smooth: false });
    expectAll([sharp.a, sharp.b], [calibration.logistic_without_smoothing.A, calibration.logistic_without_smoothing.B]);
  });

  test.each(Object.entries(calibration.expected_calibration_error))("calibration error with %s", (name, expected) => {
    const bins = Number(/\d+/.exec(name)?.[0]);
    const kind: CalibrationBins = name.startsWith("equal_mass")
      ? "equalMass"
      : name.includes("lo_closed")
        ? "closedLeft"
        : "closedRight";
    const result = calibrationError(scores, labels, bins, kind);
    expect(result.expected).toBeCloseTo(expected.ece, NINE);
    if (expected.max !== undefined) expect(result.largest).toBeCloseTo(expected.max, NINE);
    if (expected.counts) expect(result.counts).toEqual(expected.counts);
  });

  test("Brier score, log loss, area under the ROC curve, average precision", () => {
    expect(brierScore(scores, labels)).toBeCloseTo(calibration.brier, NINE);
    expect(logLoss(scores, labels)).toBeCloseTo(calibration.log_loss, NINE);
    expect(rocAuc(scores, labels)).toBeCloseTo(calibration.roc_auc, NINE);
    expect(stepAveragePrecision(scores, labels)).toBeCloseTo(calibration.average_precision, NINE);
  });
});

describe("risk and coverage", () => {
  const { confidence, error } = selective;
  const stable = riskCoverage(confidence, error, { shareTies: false });
  const shared = riskCoverage(confidence, error);

  test("risks with ties in the order given, and shared out", () => {
    expectAll(stable, selective.risk_stable_order);
    expectAll(shared, selective.risk_ties_shared);
  });

  test("areas: mean, trapezoid, ties shared, best possible, excess", () => {
    expect(areaUnderRiskCoverage(stable)).toBeCloseTo(selective.aurc_mean_stable_order, NINE);
    expect(areaUnderRiskCoverage(stable, "trapezoid")).toBeCloseTo(selective.aurc_trapezoid_from_1_over_n, NINE);
    expect(areaUnderRiskCoverage(shared)).toBeCloseTo(selective.aurc_mean_ties_shared, NINE);
    expect(bestPossibleArea(error)).toBeCloseTo(selective.aurc_best_possible, NINE);
    expect(areaUnderRiskCoverage(stable) - bestPossibleArea(error)).toBeCloseTo(selective.e_aurc_finite, NINE);
  });

  test("risk at a coverage, coverage at a risk", () => {
    for (const [coverage, risk] of Object.entries(selective.risk_at_coverage))
      expect(riskAtCoverage(stable, Number(coverage))).toBeCloseTo(risk, NINE);
    for (const [risk, coverage] of Object.entries(selective.coverage_at_risk_threshold_cut))
      expect(coverageAtRisk(confidence, error, Number(risk))).toBeCloseTo(coverage, NINE);
  });
});
