import { holdsPhrase } from "./lexical-forms.ts";
import type { QuestionProfile } from "./question-profile.ts";

/**
 * Measure how many of a question's phrases a text repeats word by word.
 * In: question, forms of the text. Out: share of the phrases, each counted by its words, 0-1; null when the question has no phrase.
 * @cite dsgt2026 §4.1
 */
export function phraseMatch({ phrases }: QuestionProfile, forms: readonly string[]): number | null {
  if (phrases.length === 0) return null;
  const words = (all: readonly (readonly string[])[]) => all.reduce((sum, phrase) => sum + phrase.length, 0);
  return words(phrases.filter((phrase) => holdsPhrase(forms, phrase))) / words(phrases);
}
