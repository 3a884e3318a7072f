import type { BioasqStep } from "../../state/bioasq.ts";

/**
 * Drop the snippets that the coverage check found irrelevant or redundant.
 *
 * In: snippets, pruned (their hashes). Out: the other snippets, in their order.
 *
 * @cite dsgt2026 §4.1-4.2
 */
export const pruneEvidence: BioasqStep<"snippets" | "pruned", "snippets"> = async ({ snippets, pruned }) => {
  if (pruned.length === 0) return {};
  const dropped = new Set(pruned.map(({ sha256 }) => sha256));
  return { snippets: snippets.filter(({ sha256 }) => !dropped.has(sha256)) };
};
