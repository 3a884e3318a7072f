import { answerConfidence, type ConfidenceFit, type ConfidenceSignals, confidenceScore } from "../retrieval/answer-confidence.ts";
import { brierScore } from "./statistics/brier-score.ts";
import { isotonicRegression, isotonicValue } from "./statistics/isotonic-regression.ts";
import { logisticRegression } from "./statistics/logistic-regression.ts";
import { plattScaling, plattValue } from "./statistics/platt-scaling.ts";

/** An answer's signals, and whether it is right (1) or not (0). */
export type JudgedSignals = { id: string; signals: ConfidenceSignals; right: number };

/**
 * Fit a confidence on judged answers.
 *
 * Formula: weights by logistic regression on all items; the Platt curve on scores of weights fitted without the item's own fold (item k is in fold k mod 5);
 * `answerFrom`: the probability that parts right from wrong best (largest share of right ones answered + of wrong ones left out).
 * In: items of one split, both classes. Out: the fit; `brier`, the held-out error of the Platt curve and of isotonic steps, so that the choice between them can be checked (folds again, 5).
 * @cite zadrozny2002transforming §3
 */
export function fitConfidence(items: readonly JudgedSignals[]): {
  fit: ConfidenceFit;
  brier: { platt: number; isotonic: number };
} {
  const folds = Array.from({ length: FOLDS }, (_, fold) => weightsOf(items.filter((__, at) => at % FOLDS !== fold)));
  const whole = weightsOf(items);
  const held = items.map(({ signals }, at) => confidenceScore(signals, folds[at % FOLDS] ?? whole));
  const labels = items.map(({ right }) => right);
  const fit = { ...whole, platt: plattScaling(held, labels), answerFrom: 0 };
  const answerFrom = bestThreshold(
    items.map(({ signals }) => answerConfidence(signals, "evidence", fit)),
    labels,
  );
  return { fit: { ...fit, answerFrom }, brier: heldOutErrors(held, labels) };
}

function heldOutErrors(scores: readonly number[], labels: readonly number[]): { platt: number; isotonic: number } {
  const chances = { platt: new Array<number>(scores.length), isotonic: new Array<number>(scores.length) };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const others = <Value>(values: readonly Value[]) => values.filter((_, at) => at % FOLDS !== fold);
    const curve = plattScaling(others(scores), others(labels));
    const steps = isotonicRegression(others(scores), others(labels));
    scores.forEach((score, at) => {
      if (at % FOLDS !== fold) return;
      chances.platt[at] = plattValue(curve, score);
      chances.isotonic[at] = isotonicValue(steps, score);
    });
  }
  return { platt: brierScore(chances.platt, labels), isotonic: brierScore(chances.isotonic, labels) };
}

function weightsOf(items: readonly JudgedSignals[]): Omit<ConfidenceFit, "platt" | "answerFrom"> {
  const rows = items.map(({ signals: { margin, support, agreement } }) => [margin, support, agreement]);
  const [bias = 0, margin = 0, support = 0, agreement = 0] = logisticRegression(
    rows,
    items.map(({ right }) => right),
  );
  return { bias, margin, support, agreement };
}

function bestThreshold(confidences: readonly number[], labels: readonly number[]): number {
  const rights = labels.filter((label) => label === 1).length;
  const wrongs = labels.length - rights;
  const gainAt = (threshold: number) =>
    confidences.reduce((sum, confidence, at) => {
      if (confidence < threshold) return sum;
      return sum + (labels[at] === 1 ? 1 / rights : -1 / wrongs);
    }, 0);
  return confidences.reduce((best, candidate) => (gainAt(candidate) > gainAt(best) ? candidate : best), 0);
}

const FOLDS = 5;
