/** One meaning of a vocabulary: which vocabulary, its code there, and its names, the preferred one first. */
export type LexiconEntry = { source: string; code: string; names: readonly string[] };
