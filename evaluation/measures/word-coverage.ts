import { contentWords } from "../../text/content-words.ts";

/**
 * Measure how much of an ideal answer's vocabulary some texts hold.
 *
 * Formula: |content words of the answer that stand in a text| / |content words of the answer|, each word once, no stemming.
 * In: texts (snippets); the answers (several: their words together). Out: 0-1. An answer without content words: undefined, since there is nothing to cover.
 * @cite dsgt2026 §4.2, Figure 2
 */
export function wordCoverage(texts: readonly string[], answers: readonly string[]): number | undefined {
  const wanted = new Set(answers.flatMap(contentWords));
  if (wanted.size === 0) return undefined;
  const held = new Set(texts.flatMap(contentWords));
  return [...wanted].filter((word) => held.has(word)).length / wanted.size;
}
