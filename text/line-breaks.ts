import { isHeading } from "./is-heading.ts";

/** A line of a text: offsets of its first character and after its last, without the line end. */
export interface Line {
  start: number;
  end: number;
}

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/gu;
const LIST_ITEM = /^(?:[-–—*•●▪◦‣+>]\s|#|o\s{1,3}\p{Lu}|\(?(?:\d{1,3}|\p{L}|[ivx]{1,4})[.)]\s)/u;
const LABEL = /^\p{Lu}[\p{L}\p{N}/()&.'-]*(?: [\p{L}\p{N}/()&.'-]+){0,4}:(?:\s|$)/u;
const GOES_ON =
  /(?:[,;(&/[]|\b(?:and|or|nor|of|the|a|an|with|to|for|in|on|at|by|from|as|than|that|which|who|was|were|is|are|had|has|have|his|her|their|no|not|Dr|Mr|Mrs|Ms)\.?)$/u;
// Notes are wrapped at about 80 columns; wider lines are paragraphs, narrower ones lists.
const NARROWEST_WRAP = 60;
const WIDEST_WRAP = 130;

/**
 * List the lines of a text.
 * In: any text. Out: lines in order, for every kind of line end; at least one.
 */
export function linesOf(text: string): Line[] {
  const ends = [...text.matchAll(LINE_END)];
  const starts = [0, ...ends.map((match) => match.index + match[0].length)];
  return starts.map((start, number) => ({ start, end: ends[number]?.index ?? text.length }));
}

/**
 * Estimate the column at which a text was wrapped.
 * In: the text's lines. Out: columns (count); 0 when its line ends are not from wrapping.
 */
export function wrapWidth(lines: readonly Line[]): number {
  const longest = lines.reduce((width, line) => Math.max(width, line.end - line.start), 0);
  return longest >= NARROWEST_WRAP && longest <= WIDEST_WRAP ? longest : 0;
}

/**
 * Decide whether a line end separates two sentences, or only wraps one.
 * In: the trimmed line before and after, the wrap width (columns, 0: not wrapped). Out: "always" before list items, labels and around headings; "atMark" when the line before ends in an end mark, whose own rule decides.
 */
export function breakBetween(before: string, after: string, width: number): "always" | "never" | "atMark" {
  if (LIST_ITEM.test(after) || isHeading(before) || isHeading(after)) return "always";
  if (!/[\p{L}\p{N}_]/u.test(before) || !/[\p{L}\p{N}_]/u.test(after)) return "always";
  if (GOES_ON.test(before)) return "never";
  if (LABEL.test(after)) return "always";
  if (/[.!?…。！？]["'”’)\]}]*$/u.test(before)) return "atMark";
  if (/^\p{Ll}/u.test(after)) return "never";
  const firstWord = /^\S*/u.exec(after)?.[0] ?? "";
  return width > 0 && before.length + 1 + firstWord.length > width ? "never" : "always";
}
