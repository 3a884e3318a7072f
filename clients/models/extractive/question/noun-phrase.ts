import { contentWords } from "../../../../text/content-words.ts";
import type { Entity } from "../../../../text/entities.ts";
import { anyPhrase, QUESTION_WORDS } from "./question-words.ts";
import { TOPIC_WORDS } from "./topic-words.ts";

const { vague, fillers, openers, he, she, they } = QUESTION_WORDS;
const NOT_PART = new Set([...TOPIC_WORDS.notPart, ...vague, ...fillers, ...openers, ...he, ...she, ...they]);
const HEADS = new Set(TOPIC_WORDS.heads);
const ARTICLES = anyPhrase(TOPIC_WORDS.articles, "iu", "^\\s*");
const MOST_BEFORE = 3;
const MOST_AFTER = 2;
const LONGEST = 5;
// Characters that a name of so many words may take; a long text is not searched again from each phrase.
const FURTHEST = 300;

/**
 * Widen a name to the phrase that it stands in: mastitis to chronic granulomatous mastitis, liver to liver transplantation.
 * In: a text, an entity of it. Out: the name with the words in front that can be part of it (none before a drug) and the nouns behind that close it.
 */
export function phraseAround(text: string, { start, end, kind }: Pick<Entity, "start" | "end" | "kind">): string {
  let from = start;
  for (let taken = 0; taken < MOST_BEFORE && kind !== "drug"; taken++) {
    const word = /(?<word>[\p{L}\p{N}'’-]+)[ -]$/u.exec(text.slice(Math.max(0, from - FURTHEST), from))?.groups?.word;
    if (word === undefined || !isPart(word)) break;
    from -= word.length + 1;
  }
  let to = end;
  for (let taken = 0; taken < MOST_AFTER; taken++) {
    const word = /^ (?<word>[\p{L}'’-]+)/u.exec(text.slice(to, to + FURTHEST))?.groups?.word;
    if (word === undefined || !HEADS.has(word.toLowerCase())) break;
    to += word.length + 1;
  }
  return unshouted(text.slice(from, to));
}

/**
 * Read the name that a phrase such as "diagnosed with" leads to, known or not.
 * In: a text, where the phrase ends. Out: the words up to a mark, a verb of everyday use or a function word; undefined for none, or for more than five.
 */
export function phraseAfter(text: string, at: number): string | undefined {
  let rest = text.slice(at, at + FURTHEST);
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(ARTICLES, "");
  }
  const words: string[] = [];
  for (const written of rest.trimStart().split(/\s+/u)) {
    const { word = "", mark = "" } = /^(?<word>[\p{L}\p{N}'’/-]*)(?<mark>.*)$/u.exec(written)?.groups ?? {};
    if (!isPart(word) && !(HEADS.has(word.toLowerCase()) && words.length > 0)) break;
    words.push(word);
    if (words.length > LONGEST) return undefined;
    if (mark !== "") break;
  }
  return words.length === 0 ? undefined : unshouted(words.join(" "));
}

/** Capitals only make a short name: MLC. */
export const unshouted = (phrase: string): string => (/\p{Ll}|^\S{1,6}$/u.test(phrase) ? phrase : phrase.toLowerCase());

/** "taking" and "suffering" stand before a name and are none of it. */
const isPart = (word: string): boolean =>
  contentWords(word).length > 0 && !NOT_PART.has(word.toLowerCase()) && !/..ing$/iu.test(word) && !/^\d+$/u.test(word);
