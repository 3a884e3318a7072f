import { findEntities } from "../text/entities.ts";
import { entityAlignment } from "./entity-alignment.ts";
import { formsOf, shareHeld } from "./lexical-forms.ts";
import { phraseMatch } from "./phrase-match.ts";
import type { QuestionProfile } from "./question-profile.ts";
import { weightedMean } from "./weighted-mean.ts";

/** Weights of the three parts, at or above 0, and the largest penalty for drift (0-1). */
export type SnippetWeights = { keywords: number; entities: number; phrases: number; drift: number };

/** A snippet's score and its parts, each 0-1; null: the question has nothing of the kind to find. */
export type SnippetScore = { score: number; keywords: number; entities: number | null; phrases: number | null; drift: number };

/**
 * Score a snippet by words alone: keyword recall, entity overlap and phrase match, less a penalty where it drifts to another topic.
 * In: question, text, weights. Out: score = weighted mean of what the question lets us measure − drift weight × drift, cut to 0-1.
 * Drift = share of the snippet's names that the question has not × share of the question that is missing: new names are no drift beside the question's own.
 * @cite dsgt2026 §4.1
 */
export function snippetScore(question: QuestionProfile, text: string, weights: SnippetWeights): SnippetScore {
  const forms = formsOf(text);
  const keywords = shareHeld(question.keywords, forms);
  const entities = entityAlignment(question, forms);
  const phrases = phraseMatch(question, forms);
  const drift = foreignShare(question, text) * (1 - Math.max(keywords, entities ?? 0));
  const mean = weightedMean([
    { value: keywords, weight: weights.keywords },
    { value: entities, weight: weights.entities },
    { value: phrases, weight: weights.phrases },
  ]);
  return { score: Math.min(1, Math.max(0, mean - weights.drift * drift)), keywords, entities, phrases, drift };
}

function foreignShare({ entities, keywords }: QuestionProfile, text: string): number {
  const named = findEntities(text).filter(({ kind }) => kind !== "number");
  const canonical = new Set(entities.map((entity) => entity.canonical));
  const foreign = named.filter(
    (name) => !canonical.has(name.canonical) && !formsOf(name.text).every((form) => keywords.includes(form)),
  );
  return named.length === 0 ? 0 : foreign.length / named.length;
}
