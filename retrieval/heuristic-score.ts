import { entityAlignment } from "./entity-alignment.ts";
import { formsOf } from "./lexical-forms.ts";
import { phraseMatch } from "./phrase-match.ts";
import type { QuestionProfile } from "./question-profile.ts";
import { titleOverlap } from "./title-overlap.ts";
import { weightedMean } from "./weighted-mean.ts";

/** Weights of the four signals, each at or above 0; they need not sum to 1. */
export type HeuristicWeights = { similarity: number; title: number; phrase: number; entity: number };

/** What speaks for an article; null: nothing to measure (no vector, a question without phrases or names). */
export type HeuristicSignals = { similarity: number | null; title: number; phrase: number | null; entity: number | null };

/**
 * Collect the signals of the paper's reranking for one article.
 * In: question; title and abstract; MiniLM cosine (-1 to 1), null when it could not be computed. Out: four signals, 0-1; a cosine below 0 counts as 0.
 * @cite dsgt2026 §4.1
 */
export function heuristicSignals(
  question: QuestionProfile,
  article: { title: string; abstract: string },
  cosine: number | null,
): HeuristicSignals {
  const forms = formsOf(`${article.title}\n${article.abstract}`);
  return {
    similarity: cosine === null ? null : Math.min(1, Math.max(0, cosine)),
    title: titleOverlap(question, article.title),
    phrase: phraseMatch(question, forms),
    entity: entityAlignment(question, forms),
  };
}

/**
 * Combine an article's signals into the score it is reranked by.
 * In: signals, weights. Out: weighted mean of the signals that could be measured, 0-1; higher is better.
 * @cite dsgt2026 §4.1
 */
export function heuristicScore(signals: HeuristicSignals, weights: HeuristicWeights): number {
  return weightedMean([
    { value: signals.similarity, weight: weights.similarity },
    { value: signals.title, weight: weights.title },
    { value: signals.phrase, weight: weights.phrase },
    { value: signals.entity, weight: weights.entity },
  ]);
}
