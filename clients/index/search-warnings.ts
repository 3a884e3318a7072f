import type { Cutoff } from "../cutoff-date.ts";
import type { ChosenWords } from "./query-words.ts";

const SHOWN = 10;

/** Say what of a query was not searched for. */
export const wordWarnings = (text: string, { words, unknown, leftOut }: ChosenWords): string[] => {
  if (words.length + unknown.length === 0) return [`"${text.slice(0, 80)}" has no word to search for; nothing was asked.`];
  return [
    ...(unknown.length === 0 ? [] : [`No article holds: ${listed(unknown)}.`]),
    ...(leftOut.length === 0
      ? []
      : [`Left out as the most frequent of ${words.length + leftOut.length} words: ${listed(leftOut)}.`]),
  ];
};

/** Say what a cutoff means for an index, which knows years and no days. */
export const cutoffWarnings = (cutoff: Cutoff, articlesWithoutYear: number): string[] => {
  const isWholeYear = cutoff.month === undefined || (cutoff.month === 12 && (cutoff.day ?? 31) === 31);
  return [
    ...(isWholeYear ? [] : [`The index knows years alone: all of ${cutoff.year} is included.`]),
    ...(articlesWithoutYear === 0 ? [] : [`Left out by the cutoff: ${articlesWithoutYear} articles of unknown year.`]),
  ];
};

const listed = (words: readonly string[]): string =>
  words.length <= SHOWN ? words.join(", ") : `${words.slice(0, SHOWN).join(", ")} and ${words.length - SHOWN} more`;
