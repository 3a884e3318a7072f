/** A yes/no question as scored: the gold label, and what was answered. */
export type YesNoPair = { gold: string; answer: string };

/**
 * Measure F1 of one label over yes/no questions.
 *
 * Formula: 2 TP / (2 TP + FP + FN). In: pairs; the label. Out: 0-1. Label neither in gold nor answered, or empty: 0.
 * The official evaluator also counts a wrong answer to a question of the other label as a false alarm when it is no yes or no at all ("none", missing):
 * `official: true` does so; without it such an answer is only a miss of the gold label.
 * @cite krithara2023bioasq
 */
export function yesNoF1(pairs: readonly YesNoPair[], label: "yes" | "no", { official }: { official: boolean }): number {
  const right = pairs.filter(({ gold, answer }) => gold === label && answer === label).length;
  const missed = pairs.filter(({ gold, answer }) => gold === label && answer !== label).length;
  const alarms = pairs.filter(({ gold, answer }) => gold !== label && (official ? answer !== gold : answer === label)).length;
  return right === 0 ? 0 : (2 * right) / (2 * right + missed + alarms);
}
