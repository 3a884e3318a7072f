import { mean } from "./mean.ts";

export type CalibrationBins = "closedLeft" | "closedRight" | "equalMass";
export type CalibrationResult = {
  /** Expected calibration error, 0-1. */
  expected: number;
  /** Largest gap of a bin, 0-1. */
  largest: number;
  /** Points a bin, by rising score; empty bins are 0. */
  counts: number[];
};

/**
 * Measure how far stated probabilities are from observed shares.
 *
 * Formula: ECE = Σ (n_b / n) |mean label - mean score| over bins.
 * In: scores (probabilities, 0-1) and labels (0 or 1), one order; bins (count) of equal width, closed on the left or right, or of equal mass
 * (sorted, the first n mod bins one longer). Out: 0-1. Empty: 0 with empty bins.
 * A score on an edge changes the value: name the kind of bins with it.
 * @cite guo2017calibration §2
 */
export function calibrationError(
  scores: readonly number[],
  labels: readonly number[],
  bins = 10,
  kind: CalibrationBins = "closedLeft",
): CalibrationResult {
  const points = scores.map((score, index) => ({ score, label: labels[index] ?? Number.NaN }));
  const binned = kind === "equalMass" ? equalMass(points, bins) : equalWidth(points, bins, kind);
  const gaps = binned.map((bin) => Math.abs(mean(bin.map(({ label }) => label)) - mean(bin.map(({ score }) => score))));
  const counts = binned.map((bin) => bin.length);
  const weighted = gaps.reduce((sum, gap, bin) => sum + gap * (counts[bin] ?? 0), 0);
  return { expected: points.length === 0 ? 0 : weighted / points.length, largest: Math.max(0, ...gaps), counts };
}

type Point = { score: number; label: number };

function equalWidth(points: readonly Point[], bins: number, kind: CalibrationBins): Point[][] {
  const binned: Point[][] = Array.from({ length: bins }, () => []);
  const edges = Array.from({ length: bins - 1 }, (_, index) => (index + 1) / bins);
  for (const point of points) {
    const bin = edges.filter((edge) => (kind === "closedLeft" ? edge <= point.score : edge < point.score)).length;
    binned[bin]?.push(point);
  }
  return binned;
}

function equalMass(points: readonly Point[], bins: number): Point[][] {
  const sorted = points.toSorted((a, b) => a.score - b.score);
  const size = Math.floor(sorted.length / bins);
  const longer = sorted.length % bins;
  return Array.from({ length: bins }, (_, bin) => {
    const start = bin * size + Math.min(bin, longer);
    return sorted.slice(start, start + size + (bin < longer ? 1 : 0));
  });
}
