/**
 * Count each word or n-gram.
 *
 * In: words, any order. Out: word -> count (a Map: texts hold `__proto__` and integer words), in order of first occurrence. Empty: no entries.
 */
export function tally<Word>(words: Iterable<Word>): Map<Word, number> {
  const counts = new Map<Word, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * List the n-grams of words.
 *
 * In: words in order; n of 1 or more. Out: n words joined by one space, in order. Fewer than n words: none.
 */
export function ngrams(words: readonly string[], n: number): string[] {
  return words.slice(0, Math.max(0, words.length - n + 1)).map((_, start) => words.slice(start, start + n).join(" "));
}

/**
 * Count what two tables share.
 *
 * Formula: Σ min(a_w, b_w). Out: hits (count). Empty: 0.
 */
export function countShared<Word>(a: ReadonlyMap<Word, number>, b: ReadonlyMap<Word, number>): number {
  let shared = 0;
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0);
  return shared;
}
