/**
 * Split a text as Google's rouge_score does.
 *
 * In: a text; a stemmer for words of more than three letters, if stemming is wanted (ArchEHR does not). Out: tokens of [a-z0-9], in order.
 * No Latin letter or digit: none.
 * @cite lin2004rouge §2
 */
export function rougeTokens(text: string, stem?: (word: string) => string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stem ? words.map((word) => (word.length > 3 ? stem(word) : word)) : words;
}
