import { pythonTrim } from "../text/python-whitespace.ts";

const BLOCK_TAG = /\s*<\/?(?:br|div|li|ol|p|ul)(?:\s[^<>]{0,200})?\/?>\s*/giu;
const INLINE_TAG = /<\/?(?:a|b|em|i|span|strong|sub|sup|u)(?:\s[^<>]{0,200})?\/?>/giu;
const LINE_ENDS = /[^\S\r\n]*[\r\n\v\f\u0085\u2028\u2029]+\s*/gu;
const LESS_THAN_NUMBER = /[^\S\r\n]*<[^\S\r\n]*(=?)[^\S\r\n]*(?=[-−+]?\.?\d)/gu;

/**
 * Write an ideal answer on one line, without what the scorer cuts it at where that has one reading: line ends become spaces, `< 0.05` becomes
 * "less than 0.05", HTML tags go.
 * In: any text. Out: one line, trimmed; a "<" with another meaning stays.
 */
export function oneLineAnswer(text: string): string {
  const plain = text.replace(BLOCK_TAG, " ").replace(INLINE_TAG, "");
  const numbers = plain.replace(LESS_THAN_NUMBER, (_, equal: string) => (equal ? " less than or equal to " : " less than "));
  return pythonTrim(numbers.replace(LINE_ENDS, " "));
}
