import { softCut } from "../text/soft-cut.ts";
import { BIOASQ_LIMITS } from "./bioasq-rules.ts";

type Note = (field: string, was: unknown, is: string) => void;

// A text that was trimmed after its offsets were found is a few characters shorter than they say.
const TRIMMED = 5;

/** Keep the first entries of a ranked list. In: entries best first, most (count), field, where to note the others. Out: at most so many, in their order. */
export function firstOf<Entry>(entries: readonly Entry[], most: number, field: string, note: Note): Entry[] {
  if (entries.length > most) note(field, `${entries.length} entries`, `the first ${most}, the limit`);
  return entries.slice(0, most);
}

/** Shorten an entry of an exact answer to the limit, at the end of a word. In: an entry. Out: at most 100 characters (as JavaScript and Java count them), untouched when within. */
export function shortEntry(entry: string): string {
  if (entry.length <= BIOASQ_LIMITS.entryCharacters) return entry;
  const head = entry.slice(0, BIOASQ_LIMITS.entryCharacters + 1);
  const words = head.slice(0, Math.max(0, head.search(/\s\S*$/u)));
  // A single word of more than 100 characters is cut inside.
  return (words === "" ? head.slice(0, BIOASQ_LIMITS.entryCharacters) : words).replace(/[\s,;:(–-]+$/u, "").toWellFormed();
}

/** Shorten an ideal answer to the limit. In: one line. Out: its first whole sentences of at most 200 words together; its first 200 words where the first sentence is longer. */
export const shortIdeal = (text: string): string =>
  softCut(text, { maxWords: BIOASQ_LIMITS.idealWords, keepShare: 0.01, end: "sentence" }).text;

/**
 * Let the end of a snippet follow its text, where the text is a few characters shorter or longer than its offsets say.
 * In: a snippet's start, end and text. Out: the end that fits the text; the old one where they differ by more, which has no right reading without the article.
 */
export function fittingEnd(start: number, end: number, text: string): number {
  return Number.isInteger(start) && text !== "" && Math.abs(end - start - text.length) <= TRIMMED ? start + text.length : end;
}
