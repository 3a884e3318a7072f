import { contentWords, tokens } from "./content-words.ts";

/** Letters and marks that English lacks; Greek letters stand in units and names of genes. */
const UNENGLISH = /[¿¡]|(?![\p{ASCII}\p{Script=Greek}µª])\p{L}/u;
/** Least share of function words in English running text: about half that of a patient's message. */
const FUNCTION_WORDS = 0.25;

/**
 * Tell whether a text is written in another language than English.
 *
 * In: text. Out: true where letters or marks that English lacks stand in it and fewer than a quarter of its words are English function words. Another language
 * without such letters counts as English: nothing here knows words of other languages.
 */
export function isOtherLanguage(text: string): boolean {
  const words = tokens(text).length;
  return UNENGLISH.test(text) && words > 0 && (words - contentWords(text).length) / words < FUNCTION_WORDS;
}
