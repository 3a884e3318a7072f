/**
 * Measure the share of the first ranks that is relevant.
 *
 * Formula: relevant among the first `cut` / cut; a shorter ranking is filled with misses.
 * In: one flag a rank, best first; the cut (ranks, 1 or more). Out: 0-1. Empty: 0.
 * @cite buckley2000evaluating §2
 */
export function precisionAt(isRelevant: readonly boolean[], cut: number): number {
  return isRelevant.slice(0, cut).filter(Boolean).length / cut;
}
