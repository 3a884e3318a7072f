import { countWords, firstWords, pythonTrim } from "./python-whitespace.ts";
import { splitSentences } from "./split-sentences.ts";

/** A text within its limit, and how it got there. */
export interface CutText {
  text: string;
  cut: "none" | "sentence" | "hard";
}

export interface SoftCutRule {
  /** Words (count). */
  maxWords: number;
  /** Share of maxWords that must remain for the earlier end to be taken, 0–1. */
  keepShare: number;
  /** "period": the last "." of any kind, as the paper; "sentence": the last sentence end by our splitter. */
  end: "period" | "sentence";
}

// 0.6 × 75 is 45 on paper; a float may say 45.000000000000007.
const ROUNDING = 1e-9;

/**
 * Shorten an answer to a word limit, at the end of a sentence when enough of it remains.
 * In: a text; the rule (the paper: 75 words, 0.6, "period"). Out: the text untouched when within the limit; else cut at the last end that leaves at least
 * keepShare × maxWords words; else its first maxWords words with a period added. A period inside a number or abbreviation counts for "period", as in the paper.
 * @cite healthnlp2026 §3.3
 */
export function softCut(text: string, { maxWords, keepShare, end }: SoftCutRule): CutText {
  if (countWords(text) <= maxWords) return { text, cut: "none" };
  const hard = firstWords(text, maxWords);
  const earlier = end === "period" ? hard.slice(0, hard.lastIndexOf(".") + 1) : wholeSentences(text, maxWords);
  if (countWords(earlier) + ROUNDING >= keepShare * maxWords) return { text: earlier, cut: "sentence" };
  return { text: `${end === "period" ? hard : hard.replace(/[\s,;:–-]+$/u, "")}.`, cut: "hard" };
}

function wholeSentences(text: string, maxWords: number): string {
  let kept = 0;
  for (const sentence of splitSentences(text)) {
    if (countWords(text.slice(0, sentence.end)) > maxWords) break;
    kept = sentence.end;
  }
  return pythonTrim(text.slice(0, kept));
}
