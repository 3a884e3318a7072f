import { createRequire } from "node:module";
import { z } from "zod";
import { GREEK_NAMES, unfolded } from "../index/index-words.ts";

const { words: stopWords } = z
  .object({ source: z.string(), words: z.array(z.string()) })
  .parse(createRequire(import.meta.url)("../../text/stop-words.json"));

/** Code points with another form: Latin to symbols, ligatures, full-width forms. Korean and Chinese ones stay as they are. */
const FOLDED_RANGES = [
  [0x80, 0x2fff],
  [0xfb00, 0xfb06],
  [0xff00, 0xffef],
] as const;
const LETTER_OR_DIGIT = "[\\p{L}\\p{N}]";

/**
 * Describe to OpenSearch how `indexWords` makes words of a text, so that both engines know the same ones.
 *
 * Out: the index setting `analysis` with one analyzer, `article`: one form for look-alikes, no accents, Greek letters by name and apart, no possessive, no
 * function words, Porter stems. A test compares it with `indexWords` on every article at hand.
 */
export const articleAnalysis = () => ({
  char_filter: {
    one_form: { type: "mapping", mappings: ["\\u2019=>\\u0027", ...foldings()] },
    no_marks: replacing("\\p{M}+", ""),
    no_possessive: replacing(`(?<=${LETTER_OR_DIGIT})'[sS](?!'?${LETTER_OR_DIGIT})`, ""),
    // "don't" is one function word; split first, its parts would be two words.
    no_contraction: {
      ...replacing(`(?<!${LETTER_OR_DIGIT}|')(?:${contractions().join("|")})(?!'?${LETTER_OR_DIGIT})`, " "),
      flags: "CASE_INSENSITIVE",
    },
    greek_apart: replacing(GREEK_NAMES, " $1 "),
  },
  tokenizer: { letters_and_digits: { type: "pattern", pattern: `${LETTER_OR_DIGIT}+`, group: 0 } },
  filter: {
    function_words: { type: "stop", stopwords: stopWords },
    words_alone: { type: "keyword_marker", keywords_pattern: ".*[^a-z].*" },
  },
  analyzer: {
    article: {
      type: "custom",
      char_filter: ["one_form", "no_marks", "no_possessive", "no_contraction", "greek_apart"],
      tokenizer: "letters_and_digits",
      filter: ["lowercase", "function_words", "words_alone", "porter_stem"],
    },
  },
});

const replacing = (pattern: string, replacement: string) => ({ type: "pattern_replace", pattern, replacement });

const contractions = (): string[] => stopWords.filter((word) => word.includes("'"));

const foldings = (): string[] =>
  FOLDED_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).flatMap((letter) => {
      const form = /\p{M}/u.test(letter) ? letter : unfolded(letter);
      return form === letter || form === "" ? [] : [`${escaped(letter)}=>${escaped(form)}`];
    }),
  );

// The rules trim blanks and read signs; numbers are safe.
const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
