import { answerConfidence, type ConfidenceFit, type ConfidenceSignals, confidenceScore } from "../retrieval/answer-confidence.ts";
import { isotonicValue } from "../retrieval/isotonic-value.ts";
import { brierScore } from "./statistics/brier-score.ts";
import { drand48 } from "./statistics/drand48.ts";
import { isotonicRegression } from "./statistics/isotonic-regression.ts";
import { logisticRegression } from "./statistics/logistic-regression.ts";
import { mean } from "./statistics/mean.ts";
import { plattScaling, plattValue } from "./statistics/platt-scaling.ts";
import { areaUnderRiskCoverage, riskCoverage } from "./statistics/risk-coverage.ts";

/** An answer's signals, and whether it is right (1) or not (0). */
export type JudgedSignals = { id: string; signals: ConfidenceSignals; right: number };

/** A fit; the held-out error of the Platt curve and of isotonic steps; the held-out area under risk and coverage of the signals as they were added. */
export type FittedConfidence = {
  fit: ConfidenceFit;
  brier: { platt: number; isotonic: number };
  chosen: { signal: Signal; area: number }[];
};

/**
 * Fit a confidence on judged answers.
 *
 * Formula: signals are added one by one, each time the one with the smallest held-out area under risk and coverage (mean of 5 folds, in each of ten shuffles), as long as the area falls in every
 * shuffle; the others weigh 0. Weights by logistic regression on all items; the Platt curve, or isotonic steps where their held-out error is smaller, on scores of weights fitted without the item's own fold (item k is in fold k mod 5);
 * `answerFrom`: the probability that parts right from wrong best (largest share of right ones answered + of wrong ones left out).
 * In: items of one split, both classes. Out: the fit, and what it was chosen by, so that the choices can be checked.
 * @cite zadrozny2002transforming §3, geifman2018bias §3
 */
export function fitConfidence(items: readonly JudgedSignals[]): FittedConfidence {
  const chosen = chooseSignals(items);
  const signals = chosen.map(({ signal }) => signal);
  const folds = Array.from({ length: FOLDS }, (_, fold) => weightsOf(outside(items, fold), signals));
  const whole = weightsOf(items, signals);
  const held = items.map(({ signals: own }, at) => confidenceScore(own, folds[at % FOLDS] ?? whole));
  const labels = items.map(({ right }) => right);
  const brier = heldOutErrors(held, labels);
  const steps = brier.isotonic < brier.platt ? isotonicRegression(held, labels) : [];
  const fit = { ...whole, platt: plattScaling(held, labels), steps, answerFrom: 0 };
  const answerFrom = bestThreshold(
    items.map(({ signals: own }) => answerConfidence(own, "evidence", fit)),
    labels,
  );
  return { fit: { ...fit, answerFrom }, brier, chosen };
}

function chooseSignals(items: readonly JudgedSignals[]): FittedConfidence["chosen"] {
  const shuffles = Array.from({ length: SHUFFLES }, (_, at) => shuffled(items, drand48(at + 1)));
  const chosen: FittedConfidence["chosen"] = [];
  let before: number[] | undefined;
  for (;;) {
    const left = SIGNALS.filter((signal) => !chosen.some((one) => one.signal === signal));
    const tried = left.map((signal) => {
      const signals = [...chosen.map((one) => one.signal), signal];
      return { signal, areas: shuffles.map((some) => heldOutArea(some, signals)) };
    });
    const [best] = tried.toSorted((a, b) => mean(a.areas) - mean(b.areas));
    const falls = best?.areas.every((area, at) => area < (before?.[at] ?? Number.POSITIVE_INFINITY)) ?? false;
    if (best === undefined || !falls) return chosen;
    chosen.push({ signal: best.signal, area: mean(best.areas) });
    before = best.areas;
  }
}

const heldOutArea = (items: readonly JudgedSignals[], signals: readonly Signal[]): number =>
  mean(
    Array.from({ length: FOLDS }, (_, fold) => {
      const weights = weightsOf(outside(items, fold), signals);
      const own = items.filter((__, at) => at % FOLDS === fold);
      return areaUnderRiskCoverage(
        riskCoverage(
          own.map((item) => confidenceScore(item.signals, weights)),
          own.map(({ right }) => 1 - right),
        ),
      );
    }),
  );

const shuffled = <Value>(values: readonly Value[], random: () => number): Value[] =>
  values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);

const outside = <Value>(values: readonly Value[], fold: number): Value[] => values.filter((_, at) => at % FOLDS !== fold);

function heldOutErrors(scores: readonly number[], labels: readonly number[]): { platt: number; isotonic: number } {
  const chances = { platt: new Array<number>(scores.length), isotonic: new Array<number>(scores.length) };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const curve = plattScaling(outside(scores, fold), outside(labels, fold));
    const steps = isotonicRegression(outside(scores, fold), outside(labels, fold));
    scores.forEach((score, at) => {
      if (at % FOLDS !== fold) return;
      chances.platt[at] = plattValue(curve, score);
      chances.isotonic[at] = isotonicValue(steps, score);
    });
  }
  return { platt: brierScore(chances.platt, labels), isotonic: brierScore(chances.isotonic, labels) };
}

function weightsOf(items: readonly JudgedSignals[], chosen: readonly Signal[]): Pick<ConfidenceFit, "bias" | Signal> {
  const [bias = 0, ...weights] = logisticRegression(
    items.map(({ signals }) => chosen.map((signal) => signals[signal])),
    items.map(({ right }) => right),
  );
  return { bias, ...NONE, ...Object.fromEntries(chosen.map((signal, at) => [signal, weights[at] ?? 0])) };
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

const NONE = { margin: 0, support: 0, agreement: 0 };
const SIGNALS = ["margin", "support", "agreement"] as const;
type Signal = (typeof SIGNALS)[number];
const FOLDS = 5;
/** Random orders in which held-out areas are taken (count); one order alone lets chance choose. */
const SHUFFLES = 10;
