import type { BioasqStep } from "../../state/bioasq.ts";

/**
 * Keep every snippet, because pruning would leave uncovered what the question asks about.
 *
 * In: pruned, what would have been dropped. Out: pruned, empty; one fallback.
 *
 * @cite dsgt2026 §4.1-4.2
 */
export const keepEvidence: BioasqStep<"pruned", "pruned"> = async ({ pruned }) => ({
  pruned: [],
  fallbacks: [
    {
      step: "keepEvidence",
      code: "unsafePruning",
      reason: `without ${pruned.length} weak or redundant snippets less of the question would be covered`,
      instead: "kept every snippet",
    },
  ],
});
