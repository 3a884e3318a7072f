import { createRequire } from "node:module";
import { z } from "zod";
import { contentWords, tokens } from "../text/content-words.ts";
import { greekToName } from "../text/greek-letters.ts";
import { porterStem } from "../text/porter-stem.ts";
import { remembered } from "../text/remembered.ts";

const { words, breaks } = z
  .object({ source: z.string(), words: z.array(z.string()), breaks: z.array(z.string()) })
  .parse(createRequire(import.meta.url)("./question-words.json"));
const STEMS_REMEMBERED = 20_000;
const stem = remembered(porterStem, STEMS_REMEMBERED);
const framing = new Set(words.map(stem));
const breaking = new Set(breaks);

/**
 * Write a text as the forms that texts are compared in.
 * In: any text. Out: every token in order, Greek letters by name, stemmed.
 */
export function formsOf(text: string): string[] {
  return tokens(greekToName(text)).map(stem);
}

/**
 * Keep the forms that say what a text is about.
 * In: any text. Out: forms of its content words, repeats kept.
 */
export function contentForms(text: string): string[] {
  return contentWords(greekToName(text)).map(stem);
}

/**
 * Keep the forms that say what a question asks about, without words that only frame it (list, role, known).
 * In: a question. Out: distinct forms in order; all content forms where nothing but framing words is left.
 */
export function topicForms(question: string): string[] {
  const all = [...new Set(contentForms(question))];
  const topic = all.filter((form) => !framing.has(form));
  return topic.length > 0 ? topic : all;
}

/** Tell whether a word only frames a question. In: one word. Out: true for list, role, known … */
export const framesQuestion = (word: string): boolean => framing.has(stem(word.toLowerCase()));

/** Tell whether a noun phrase ends before a word. In: one word. Out: true for framing words, and for verbs and judgements (inhibits, effective). */
export const endsPhrase = (word: string): boolean => framesQuestion(word) || breaking.has(word.toLowerCase());

/**
 * Tell whether a text holds a phrase, word by word in order.
 * In: forms of the text and of the phrase. Out: true when the phrase's forms stand side by side in the text; never for an empty phrase.
 */
export function holdsPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  return text.some((_, start) => phrase.every((form, offset) => text[start + offset] === form));
}

/**
 * Measure how much of what is wanted is held.
 * In: distinct forms wanted, forms held. Out: share found, 0-1; 0 when nothing is wanted.
 */
export function shareHeld(wanted: readonly string[], held: Iterable<string>): number {
  const has = new Set(held);
  return wanted.length === 0 ? 0 : wanted.filter((form) => has.has(form)).length / wanted.length;
}
