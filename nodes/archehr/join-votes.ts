import type { ArchehrState, Sentence } from "../../state/archehr.ts";

/**
 * Join the scores of several anchors and the votes of drafts into one score a sentence.
 *
 * In: sentences, scores by id for each anchor, votes by id (share of drafts, 0-1) or undefined. Out: one entry a sentence in their
 * order; score is the mean over the anchors rounded half up, so that a 4 and a 3 stay strict evidence; 1 where an anchor has none. An
 * anchor for which every sentence is weak (1 or 2) has found nothing and no vote, as long as another one has.
 *
 * @cite spec archehr best 9
 */
export const joinVotes = (
  sentences: readonly Sentence[],
  perAnchor: readonly ReadonlyMap<string, number>[],
  votes: ReadonlyMap<string, number> | undefined,
): ArchehrState["scores"] => {
  const found = perAnchor.filter((scores) => Math.max(...scores.values()) > WEAK);
  const voting = found.length > 0 ? found : perAnchor;
  return sentences.map(({ id }) => {
    const score = Math.round(voting.reduce((sum, scores) => sum + (scores.get(id) ?? 1), 0) / voting.length);
    const vote = votes?.get(id);
    return vote === undefined ? { id, score } : { id, score, votes: vote };
  });
};

// Scores of 1 and 2 are weak and irrelevant; the first that tells anything is 3 (healthnlp2026 §3.2).
const WEAK = 2;
