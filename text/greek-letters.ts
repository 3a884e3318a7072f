import { createRequire } from "node:module";
import { z } from "zod";

const { letters, gluedToAName } = z
  .object({ source: z.string(), letters: z.record(z.string(), z.string()), gluedToAName: z.array(z.string()) })
  .parse(createRequire(import.meta.url)("./greek-letters.json"));

const nameOf = new Map(Object.entries(letters));
const letterOf = new Map(Object.entries(letters).map(([letter, name]) => [name, letter]));
// Not the prefix micro: μg has no other spelling.
const LETTER = /(?!μ(?:mol|Sv|IU|[glLmMsVAU])(?!\p{L}))\p{Script=Greek}/gu;
const NAME = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...letterOf.keys()].join("|")})(?![\\p{L}\\p{N}])`, "giu");
// TNFalpha, IFNgamma, PPARalpha: a name written onto an abbreviation. Short names (eta, mu, pi) end too many English words.
const GLUED = new RegExp(`(?<=[\\p{Lu}\\p{N}])(?:${gluedToAName.join("|")})(?![\\p{L}\\p{N}])`, "gu");

/**
 * Write Greek letters by their names.
 * In: any text. Out: the text with α as alpha, Β as beta, ς as sigma …; accents and other characters stay.
 */
export function greekToName(text: string): string {
  return text.normalize("NFC").replace(LETTER, (letter) => nameOf.get(plainLetter(letter)) ?? letter);
}

/**
 * Write the names of Greek letters as letters.
 * In: any text. Out: the text with alpha, and the alpha of TNFalpha, as α; a name inside a longer word stays.
 */
export function nameToGreek(text: string): string {
  const toLetter = (name: string) => letterOf.get(name.toLowerCase()) ?? name;
  return text.replace(NAME, toLetter).replace(GLUED, toLetter);
}

/**
 * List the other spellings of a text that has a Greek letter or the name of one.
 * In: a word or phrase, such as "β-blocker" or "TNF-alpha". Out: spellings that differ from it; empty when there is none.
 */
export function greekSpellings(text: string): string[] {
  return [...new Set([greekToName(text), nameToGreek(text)])].filter((spelling) => spelling !== text);
}

function plainLetter(letter: string): string {
  // NFKC turns the symbols ϑ ϕ ϰ µ into letters; lower-casing leaves final sigma, which is a shape of σ.
  const lower = letter.normalize("NFKC").toLowerCase();
  return lower === "ς" ? "σ" : lower;
}
