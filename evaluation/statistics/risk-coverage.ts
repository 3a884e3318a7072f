import { mean } from "./mean.ts";

export type RiskCoverageOptions = {
  /** true: the risk inside a tie is its expectation over orders; false: items of equal confidence stay in the order given. */
  shareTies?: boolean;
};

/**
 * Draw the risk of answering only the k most confident items, for each k.
 *
 * Formula: risk(k) = errors among the k most confident / k.
 * In: confidences (any scale) and errors (1 wrong, 0 right), one order. Out: risks 0-1 for k = 1 to n. Empty: no risks.
 * @cite elyaniv2010foundations §2
 */
export function riskCoverage(
  confidences: readonly number[],
  errors: readonly number[],
  { shareTies = true }: RiskCoverageOptions = {},
): number[] {
  const groups = tieGroups(confidences, errors);
  const risks: number[] = [];
  let errorsBefore = 0;
  for (const group of groups) {
    const start = risks.length;
    let seen = 0;
    group.forEach((error, place) => {
      seen += error;
      const expected = shareTies ? ((place + 1) * sum(group)) / group.length : seen;
      risks.push((errorsBefore + expected) / (start + place + 1));
    });
    errorsBefore += sum(group);
  }
  return risks;
}

/**
 * Measure selective answering in one number (AURC).
 *
 * Formula: mean of risk(k) over k = 1 to n; `trapezoid` is the area from coverage 1/n to 1 instead, a smaller number.
 * In: risks of `riskCoverage`. Out: 0 (no errors) to 1. Empty: 0.
 * @cite geifman2018bias §3
 */
export function areaUnderRiskCoverage(risks: readonly number[], area: "mean" | "trapezoid" = "mean"): number {
  if (area === "mean") return mean(risks);
  const steps = risks.slice(1).map((risk, index) => (risk + (risks[index] ?? 0)) / 2);
  return risks.length === 0 ? 0 : sum(steps) / risks.length;
}

/**
 * Find the lowest area that any confidence could reach with these errors.
 *
 * Formula: AURC with every right item before every wrong one. In: errors (1 or 0). Out: 0-1. AURC minus this is the excess (E-AURC). Empty: 0.
 * @cite geifman2018bias §3
 */
export function bestPossibleArea(errors: readonly number[]): number {
  return areaUnderRiskCoverage(
    riskCoverage(
      errors.map((error) => -error),
      errors,
    ),
  );
}

/**
 * Find the risk when a share of the items is answered.
 *
 * Formula: risk(⌈coverage n⌉). In: risks; coverage in (0, 1]. Out: 0-1. Empty: 0.
 */
export function riskAtCoverage(risks: readonly number[], coverage: number): number {
  return risks[Math.ceil(coverage * risks.length - ROUNDING) - 1] ?? 0;
}

/**
 * Find the largest share that can be answered at a bounded risk, with a threshold on the confidence.
 *
 * Formula: max k/n with risk(k) <= risk, where k does not cut through a tie.
 * In: confidences and errors, one order; the risk, 0-1. Out: 0 (none) to 1. Empty: 0.
 * @cite geifman2017selective §3
 */
export function coverageAtRisk(confidences: readonly number[], errors: readonly number[], risk: number): number {
  const risks = riskCoverage(confidences, errors);
  let covered = 0;
  let reached = 0;
  for (const group of tieGroups(confidences, errors)) {
    reached += group.length;
    if ((risks[reached - 1] ?? 1) <= risk + ROUNDING) covered = reached;
  }
  return risks.length === 0 ? 0 : covered / risks.length;
}

/** Errors by falling confidence, items of equal confidence together and in the order given. */
function tieGroups(confidences: readonly number[], errors: readonly number[]): number[][] {
  const groups = new Map<number, number[]>();
  confidences.forEach((confidence, index) => {
    const group = groups.get(confidence) ?? [];
    group.push(errors[index] ?? Number.NaN);
    groups.set(confidence, group);
  });
  return [...groups].toSorted(([a], [b]) => b - a).map(([, group]) => group);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const ROUNDING = 1e-12;
