import { holdsPhrase } from "./lexical-forms.ts";
import type { QuestionProfile } from "./question-profile.ts";

/**
 * Measure how many of the things that a question names a text names too, under any of their names.
 * In: question, forms of the text. Out: share of the question's entities by weight, 0-1; null when it names none.
 * @cite dsgt2026 §4.1
 */
export function entityAlignment({ entities }: QuestionProfile, forms: readonly string[]): number | null {
  if (entities.length === 0) return null;
  const weigh = (all: QuestionProfile["entities"]) => all.reduce((sum, { weight }) => sum + weight, 0);
  return weigh(entities.filter(({ names }) => names.some((name) => holdsPhrase(forms, name)))) / weigh(entities);
}
