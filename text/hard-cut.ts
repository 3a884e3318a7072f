import { countWords, firstWords } from "./python-whitespace.ts";
import type { CutText } from "./soft-cut.ts";

/**
 * Cut a text to its first words, as the paper cuts the interpreted question to 15.
 * In: a text, words to keep (count). Out: the text untouched when within the limit, else its first words and nothing added.
 * @cite healthnlp2026 §3.1
 */
export function hardCut(text: string, maxWords: number): CutText {
  return countWords(text) <= maxWords ? { text, cut: "none" } : { text: firstWords(text, maxWords), cut: "hard" };
}
