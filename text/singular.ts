// Endings in s that mark no plural: virus, sepsis, stress. What is cut too much (pancrea) is cut alike on both sides of a comparison.
const NO_PLURAL = /(?:ss|us|is)$/;
const SHORTEST = 4;

/**
 * Fold a plural into its singular, so that biopsies, doses and diagnoses match biopsy, dose and diagnosis.
 * In: one lower-case word. Out: the form to compare by; not always a word (diabetes becomes diabete, always).
 */
export function singular(word: string): string {
  if (word.length < SHORTEST || !word.endsWith("s") || NO_PLURAL.test(word)) return word;
  if (word.endsWith("ies") && word.length > SHORTEST) return `${word.slice(0, -3)}y`;
  if (/(?:[xz]|ch|sh|ss|vir|foc|fet)(?:us)?es$/.test(word) && !/(?:vir|foc|fet)es$/.test(word)) return word.slice(0, -2);
  // diagnoses, metastases and analyses, but doses and kinases.
  if (/(?:[^aeiou]{1,2}oses|astases|lyses|iases)$/.test(word) && word.length > 6) return `${word.slice(0, -2)}is`;
  return word.slice(0, -1);
}
