import { contentWords } from "../../text/content-words.ts";
import { greekToName } from "../../text/greek-letters.ts";
import { porterStem } from "../../text/porter-stem.ts";

const NON_ASCII = /[^\0-\x7f]/;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
const ASCII_WORD = /[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*/g;
// Three at most (αβ T cells): a longer run is a Greek word and keeps its letters.
const GREEK_LETTERS = /(?<!\p{Script=Greek})\p{Script=Greek}{1,3}(?!\p{Script=Greek})/gu;
/** TNFalpha, 1beta, kappaB: a letter's name set against capitals or digits; a pattern without flags, in JavaScript and Java alike. */
export const GREEK_NAMES = "(?<![a-z])(alpha|beta|gamma|delta|epsilon|zeta|theta|kappa|lambda|sigma|omega)(?![a-z])";
const GREEK_NAME = new RegExp(GREEK_NAMES, "g");

const CACHED_WORDS = 400_000;
const stemsOfWord = new Map<string, readonly string[]>();

/**
 * Turn a text into the words that the index knows: what matches here matches in search.
 *
 * In: any text. Out: stems in order, repeats kept: compatibility forms in one shape (CO₂ is co2), accents dropped, Greek
 * letters by name and apart (TNF-α, TNFα, TNF-alpha and TNFalpha are tnf, alpha), function words left out, Porter stems.
 * A change of what comes out needs a new SCHEMA_VERSION, and a new DEFINITION_VERSION where OpenSearch makes the same words.
 */
export const indexWords = (text: string): string[] => {
  const words: string[] = [];
  const plain = NON_ASCII.test(text);
  for (const surface of (plain ? unfolded(text).match(WORD) : text.match(ASCII_WORD)) ?? []) {
    let stems = stemsOfWord.get(surface);
    if (stems === undefined) {
      if (stemsOfWord.size >= CACHED_WORDS) stemsOfWord.clear();
      stems = stemsOf(surface);
      stemsOfWord.set(surface, stems);
    }
    for (const stem of stems) words.push(stem);
  }
  return words;
};

/** Write a text in one form: compatibility forms and accents undone, Greek letters by name, with blanks around. */
export const unfolded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(GREEK_LETTERS, (letters) => ` ${[...letters].map(greekToName).join(" ")} `);

const stemsOf = (surface: string): string[] => {
  const word = surface.replaceAll("’", "'").replace(/'s$/i, "");
  if (contentWords(word).length === 0) return []; // before splitting: don't is one function word
  return word
    .replace(GREEK_NAME, " $1 ")
    .toLowerCase()
    .split(/[\s']+/)
    .filter((part) => part !== "")
    .map((part) => (/^[a-z]+$/.test(part) ? porterStem(part) : part));
};
