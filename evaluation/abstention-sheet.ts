import { type OpenSheet, setItem, setMeasure } from "./measure-items.ts";
import { brierScore } from "./statistics/brier-score.ts";
import { calibrationError } from "./statistics/calibration-error.ts";
import { mean } from "./statistics/mean.ts";
import { areaUnderRiskCoverage, bestPossibleArea, riskAtCoverage, riskCoverage } from "./statistics/risk-coverage.ts";
import { rocAuc } from "./statistics/roc-auc.ts";

/** An answer with its confidence under several names, and whether it is right (1) or not (0). */
export type TrustedAnswer = { id: string; right: number; confidence: number; support: number };

/**
 * Measure how well a confidence tells right answers from wrong ones.
 *
 * Formula: risk = share of wrong among the answered; AURC = its mean over all coverages; ECE over 10 bins of equal mass; with `answerFrom`: share of the wrong ones that are answered, and of the
 * right ones that are not.
 * In: a sheet, which is filled; answers; the confidence from which one is given. Out: `risk_all` (answer everything), `aurc` beside `aurc_support` (the support alone) and `aurc_best` (a confidence
 * that knew), `auroc`, `ece`, `brier`, `coverage`, `risk_answered`, `answered_wrong`, `abstained_right`, `risk_at_half`; all 0-1 with intervals over the answers.
 * @cite geifman2018bias §3, guo2017calibration §2
 */
export function measureAbstention(sheet: OpenSheet, answers: readonly TrustedAnswer[], answerFrom: number): void {
  for (const { id, right, confidence, support } of answers) {
    setItem(sheet, id, "right", right);
    setItem(sheet, id, "confidence", confidence);
    setItem(sheet, id, "support", support);
  }
  const isAnswered = ({ confidence }: TrustedAnswer) => confidence >= answerFrom;
  const share = (some: readonly TrustedAnswer[], of: (one: TrustedAnswer) => boolean) =>
    mean(some.map((one) => (of(one) ? 1 : 0)));
  const statistics: Record<string, (some: readonly TrustedAnswer[]) => number> = {
    risk_all: (some) => mean(some.map(errorOf)),
    aurc: (some) => areaUnderRiskCoverage(risks(some, "confidence")),
    aurc_support: (some) => areaUnderRiskCoverage(risks(some, "support")),
    aurc_best: (some) => bestPossibleArea(some.map(errorOf)),
    risk_at_half: (some) => riskAtCoverage(risks(some, "confidence"), HALF),
    auroc: (some) => rocAuc(...columns(some, "confidence")),
    ece: (some) => calibrationError(...columns(some, "confidence"), BINS, "equalMass").expected,
    brier: (some) => brierScore(...columns(some, "confidence")),
    coverage: (some) => share(some, isAnswered),
    risk_answered: (some) => mean(some.filter(isAnswered).map(errorOf)),
    answered_wrong: (some) =>
      share(
        some.filter(({ right }) => right === 0),
        isAnswered,
      ),
    abstained_right: (some) =>
      share(
        some.filter(({ right }) => right === 1),
        (one) => !isAnswered(one),
      ),
  };
  for (const [name, statistic] of Object.entries(statistics)) setMeasure(sheet, name, answers, statistic);
}

type Column = "confidence" | "support";

/**
 * Draw risk against coverage.
 *
 * In: answers, by which number they are ordered. Out: points from the first answer to all.
 */
export const riskPoints = (answers: readonly TrustedAnswer[], by: Column): { x: number; y: number }[] =>
  risks(answers, by).map((y, at) => ({ x: (at + 1) / answers.length, y }));

const errorOf = ({ right }: TrustedAnswer): number => 1 - right;
const columns = (some: readonly TrustedAnswer[], by: Column): [number[], number[]] => [
  some.map((one) => one[by]),
  some.map(({ right }) => right),
];
const risks = (some: readonly TrustedAnswer[], by: Column): number[] =>
  riskCoverage(
    some.map((one) => one[by]),
    some.map(errorOf),
  );

const BINS = 10;
const HALF = 0.5;
