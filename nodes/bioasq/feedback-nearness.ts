import { feedbackVector } from "../../retrieval/feedback-vector.ts";
import { cosine } from "../../retrieval/vectors.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Ranking } from "../../state/query.ts";
import { fused } from "./fuse-rankings.ts";
import type { Compared } from "./question-similarity.ts";

/**
 * Compare articles with the question once it is moved towards the first of them over all queries.
 *
 * In: rankings by the question as it stands, its vector and the articles'. Out: cosine to the moved question by pmid (-1 to 1); undefined where feedback is off, none of the first articles has a vector, or no
 * more articles have one than it takes: then it would only repeat what they say of each other.
 *
 * @cite rocchio1971relevance; li2023prf
 */
export const feedbackNearness = (
  rankings: readonly Ranking[],
  { own, vectors }: Pick<Compared, "own" | "vectors">,
  settings: BioasqState["settings"],
): Map<string, number> | undefined => {
  const { feedbackArticles, feedbackWeight } = settings;
  if (own === undefined || feedbackArticles === 0 || vectors.size <= feedbackArticles) return undefined;
  const first = fused([...rankings], { ...settings, candidates: feedbackArticles, questionShare: 0 }).flatMap(
    ({ pmid, score }) => {
      const vector = vectors.get(pmid);
      return vector === undefined ? [] : [{ vector, score }];
    },
  );
  if (first.length === 0) return undefined;
  const moved = feedbackVector(own, first, feedbackWeight);
  return new Map([...vectors].map(([pmid, vector]) => [pmid, cosine(moved, Float32Array.from(vector))]));
};
