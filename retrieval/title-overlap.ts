import { contentForms, shareHeld } from "./lexical-forms.ts";
import type { QuestionProfile } from "./question-profile.ts";

/**
 * Measure how much of a question an article's title repeats.
 * In: question, title. Out: share of the question's topic words in the title, 0-1; 0 for an empty title.
 * @cite dsgt2026 §4.1
 */
export function titleOverlap({ keywords }: QuestionProfile, title: string): number {
  return shareHeld(keywords, contentForms(title));
}
