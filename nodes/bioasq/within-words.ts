import type { BioasqState } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { softCut } from "../../text/soft-cut.ts";

/**
 * Keep the ideal answer within its word limit, by whole sentences where one fits.
 *
 * In: sentences, the limit (words, at least 1), the step that asks. Out: the leading sentences that fit; a first sentence that is too long alone is cut
 * hard. A fallback when anything was left out.
 */
export const withinWords = (
  sentences: BioasqState["ideal"],
  maxWords: number,
  step: string,
): { sentences: BioasqState["ideal"]; fallbacks: Fallback[] } => {
  const wordsOf = (kept: BioasqState["ideal"]) => kept.reduce((sum, { text }) => sum + countWords(text), 0);
  if (wordsOf(sentences) <= maxWords) return { sentences, fallbacks: [] };
  let kept = sentences.length;
  while (kept > 0 && wordsOf(sentences.slice(0, kept)) > maxWords) kept--;
  const fallback: Fallback = {
    step,
    code: "overLength",
    reason: `the ideal answer has ${wordsOf(sentences)} words; at most ${maxWords} are allowed`,
    instead: kept > 0 ? `kept its first ${kept} sentences` : "cut its first sentence",
  };
  if (kept > 0) return { sentences: sentences.slice(0, kept), fallbacks: [fallback] };
  const cut = sentences.slice(0, 1).map((first) => {
    return { ...first, text: softCut(first.text, { maxWords, keepShare: 1, end: "sentence" }).text };
  });
  return { sentences: cut, fallbacks: [fallback] };
};
