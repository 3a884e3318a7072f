/**
 * Measure the share of what is relevant that the first ranks show.
 *
 * Formula: relevant among the first `cut` / all relevant.
 * In: one flag a rank, best first; all relevant (count); the cut (ranks). Out: 0-1. Empty, or nothing relevant: 0.
 * @cite buckley2000evaluating §2
 */
export function recallAt(isRelevant: readonly boolean[], relevant: number, cut: number): number {
  return relevant === 0 ? 0 : isRelevant.slice(0, cut).filter(Boolean).length / relevant;
}
