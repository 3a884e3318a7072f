import { createRequire } from "node:module";
import { z } from "zod";

const stopWords = new Set(
  z.object({ source: z.string(), words: z.array(z.string()) }).parse(createRequire(import.meta.url)("./stop-words.json")).words,
);

// A word may hold an apostrophe (don't, Crohn's); a number may hold points and commas between its digits (5.6, 1,000).
const TOKEN = /\p{N}+(?:[.,]\p{N}+)*[\p{L}\p{M}\p{N}]*|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}[\p{L}\p{M}\p{N}]*)*/gu;
const THOUSANDS = /^\p{N}{1,3}(?:,\p{N}{3})+(?!\p{N})/u;

/**
 * Split a text into lower-case words and numbers, in one form for look-alikes (NFKC: CO₂ is co2, µ is μ); Greek letters stay.
 * In: any text. Out: tokens in order: no punctuation, hyphens separate, possessive 's dropped, 1,000 written 1000.
 */
export function tokens(text: string): string[] {
  return (text.normalize("NFKC").toLowerCase().match(TOKEN) ?? []).flatMap(oneForm);
}

/**
 * Keep the words of a text that say what it is about: its tokens without function words.
 * In: any text. Out: tokens in order, repeats kept; single letters and digits stay (K and 5 can be the answer).
 */
export function contentWords(text: string): string[] {
  return tokens(text).filter((token) => !stopWords.has(token));
}

/**
 * Weigh words by how few of the texts hold them: ln(1 + (N − n + 0.5) / (n + 0.5)), as in BM25.
 * In: the tokens of each text. Out: a function from a word to its weight, above 0; a word in no text has the highest. For no texts every weight is ln 2.
 * @cite robertson2009bm25 §3.1
 */
export function inverseDocumentFrequency(texts: readonly (readonly string[])[]): (word: string) => number {
  const textsWith = new Map<string, number>();
  for (const words of texts) {
    for (const word of new Set(words)) textsWith.set(word, (textsWith.get(word) ?? 0) + 1);
  }
  return (word) => {
    const having = textsWith.get(word) ?? 0;
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
  };
}

function oneForm(token: string): string[] {
  if (/^\p{N}/u.test(token)) return THOUSANDS.test(token) ? [token.replaceAll(",", "")] : token.split(",");
  const straight = token.replaceAll("’", "'");
  return [straight.endsWith("'s") ? straight.slice(0, -2) : straight];
}
