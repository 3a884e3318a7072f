import { createRequire } from "node:module";
import { z } from "zod";
import { literalPattern } from "../../../../text/literal-pattern.ts";

const { words } = z
  .object({ source: z.string(), words: z.record(z.string(), z.string()) })
  .parse(createRequire(import.meta.url)("./answer-wording.json"));

const shorthand = Object.keys(words)
  .sort((a, b) => b.length - a.length)
  .map(literalPattern)
  .join("|");
// "w/fever" is written without a space; the rest are words of their own. "PO2" and "pT3" are other things.
const SHORTHAND = new RegExp(`(?<![\\p{L}\\p{N}/._-])(?:w/(?=\\p{L}{2})|(?:${shorthand})(?![\\p{L}\\p{N}/_-]))`, "giu");

// In capitals these are physical therapy and prothrombin time too.
const CAPITALS_OTHERWISE = new Set(["PT", "PTS"]);

/**
 * Spell out the shorthand of notes that has one reading: w/ becomes with, BID twice daily.
 * In: a sentence of a note. Out: the same facts in words that an answer uses; numbers, doses and names as they are.
 */
export function spelledOut(sentence: string): string {
  return sentence.replace(SHORTHAND, (found, at: number) => {
    if (CAPITALS_OTHERWISE.has(found)) return found;
    const long = words[found.toLowerCase()] ?? found;
    const spaced = found.toLowerCase() === "w/" && /\S/u.test(sentence.charAt(at + found.length)) ? `${long} ` : long;
    return at === 0 ? spaced.replace(/^\p{Ll}/u, (first) => first.toUpperCase()) : spaced;
  });
}
