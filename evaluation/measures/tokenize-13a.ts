import { pythonWords } from "../../text/python-whitespace.ts";

/**
 * Split a text as mteval-v13a does (sacreBLEU's "13a", used by BLEU and SARI).
 *
 * In: a text. Out: tokens in order, case kept, none empty. Empty or blank text: none.
 * @cite post2018call §2
 */
export function tokenize13a(text: string): string[] {
  const decoded = text
    .replaceAll("<skipped>", "")
    .replaceAll("-\n", "")
    .replaceAll("\n", " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  const spaced = ` ${decoded} `
    .replace(ASCII_PUNCTUATION, " $1 ")
    .replace(/([^0-9])([.,])/gu, "$1 $2 ")
    .replace(/([.,])([^0-9])/gu, " $1 $2")
    .replace(/([0-9])(-)/gu, "$1 $2 ");
  return pythonWords(spaced);
}

/** ASCII punctuation except ' , - . and the blank itself. */
const ASCII_PUNCTUATION = /([{-~[-` -&(-+:-@/])/g;
