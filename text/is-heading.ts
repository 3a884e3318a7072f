import { createRequire } from "node:module";
import { z } from "zod";
import { countWords, pythonTrim } from "./python-whitespace.ts";

const lists = z
  .object({
    source: z.string(),
    beforeProse: z.array(z.string()),
    alone: z.array(z.string()),
    headingWords: z.array(z.string()),
  })
  .parse(createRequire(import.meta.url)("./note-headings.json"));

const beforeProse = new Set(lists.beforeProse);
const known = new Set([...lists.beforeProse, ...lists.alone]);
const headingWords = new Set(lists.headingWords);
const MARKER = /^(?:[#*•\-–=>\s]+|\(?\d{1,2}[.)]\s+)+/u;
const LONGEST_TEXT = 120;
const LONGEST_HEADING = 8;
const LONGEST_CAPITALS = 6;

/**
 * Say whether a sentence of a note is a section heading, and so no evidence by itself.
 * In: one sentence. Out: true for "Brief Hospital Course:", "CHIEF COMPLAINT", "# Anemia:"; false for a label with its value ("Heart rate: 80").
 */
export function isHeading(sentence: string): boolean {
  if (sentence.length > LONGEST_TEXT) return false;
  const text = pythonTrim(sentence).replace(MARKER, "");
  const name = pythonTrim(text.replace(/[:*=_\s]+$/u, ""));
  if (!/\p{L}/u.test(name)) return false;
  if (known.has(oneSpaced(name))) return true;
  if (/:[*=_\s]*$/u.test(text))
    return countWords(name) <= LONGEST_HEADING && !/[.!?,;]\s/u.test(name) && /^[\p{Lu}\p{Lo}\p{N}]/u.test(name);
  return isCapitalsTitle(name);
}

/**
 * Find the section heading with which a text begins, when prose follows it on the same line.
 * In: text from the start of a sentence. Out: characters up to and with its colon; 0 when the text begins with none. A label with its value is none.
 */
export function leadingHeading(text: string): number {
  const match = /^\p{Lu}[\p{L}/&' -]{1,60}:(?=\s)/u.exec(text);
  return match && beforeProse.has(oneSpaced(match[0].slice(0, -1))) ? match[0].length : 0;
}

function isCapitalsTitle(name: string): boolean {
  if (/\p{Ll}|\p{N}|[.,;:!?]/u.test(name) || countWords(name) > LONGEST_CAPITALS) return false;
  return name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => headingWords.has(word));
}

function oneSpaced(name: string): string {
  return pythonTrim(name).toLowerCase().replace(/\s+/gu, " ");
}
