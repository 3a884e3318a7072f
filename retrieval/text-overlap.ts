import { contentForms } from "./lexical-forms.ts";

/**
 * Measure how far two texts say the same words.
 * In: two texts. Out: shared distinct content words over those of the shorter, 0-1; 0 when one has none. A sentence inside a longer snippet overlaps fully.
 */
export function textOverlap(one: string, other: string): number {
  return formsOverlap(new Set(contentForms(one)), new Set(contentForms(other)));
}

/**
 * Measure how redundant texts are.
 * In: texts. Out: mean, over the texts, of each one's greatest overlap with another, 0-1; 0 for fewer than two texts.
 * @cite dsgt2026 §4.1
 */
export function redundancy(texts: readonly string[]): number {
  if (texts.length < 2) return 0;
  const forms = texts.map((text) => new Set(contentForms(text)));
  const greatest = forms.map((one, index) =>
    Math.max(...forms.map((other, at) => (at === index ? 0 : formsOverlap(one, other)))),
  );
  return greatest.reduce((sum, value) => sum + value, 0) / texts.length;
}

function formsOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shorter = Math.min(one.size, other.size);
  return shorter === 0 ? 0 : [...one].filter((form) => other.has(form)).length / shorter;
}
