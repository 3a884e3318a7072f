import type { ArchehrState, Sentence } from "../../state/archehr.ts";

/**
 * Join the scores of several anchors and the votes of drafts into one score a sentence.
 *
 * In: sentences, scores by id for each anchor, votes by id (share of drafts, 0-1) or undefined. Out: one entry a sentence in their
 * order; score is the mean over the anchors rounded half up, so that a 4 and a 3 stay strict evidence; 1 where an anchor has none.
 *
 * @cite spec archehr best 9
 */
export const joinVotes = (
  sentences: readonly Sentence[],
  perAnchor: readonly ReadonlyMap<string, number>[],
  votes: ReadonlyMap<string, number> | undefined,
): ArchehrState["scores"] =>
  sentences.map(({ id }) => {
    const score = Math.round(perAnchor.reduce((sum, scores) => sum + (scores.get(id) ?? 1), 0) / perAnchor.length);
    const vote = votes?.get(id);
    return vote === undefined ? { id, score } : { id, score, votes: vote };
  });
