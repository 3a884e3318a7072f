import type { ArchehrState, Sentence } from "../../state/archehr.ts";

/**
 * Put a note's sentences in the order in which they may be missed least: the chosen evidence first, then by score.
 *
 * In: sentences in the note's order, ids of the evidence, scores (1-5). Out: the same sentences; equal ones keep the note's order.
 */
export const rankSentences = (
  sentences: readonly Sentence[],
  chosen: ReadonlySet<string>,
  scores: ArchehrState["scores"],
): Sentence[] => {
  const scoreOf = new Map(scores.map(({ id, score }) => [id, score]));
  const weight = ({ id }: Sentence) => (chosen.has(id) ? 10 : 0) + (scoreOf.get(id) ?? 0);
  return [...sentences].sort((a, b) => weight(b) - weight(a));
};
