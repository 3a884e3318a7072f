import { createRequire } from "node:module";
import { z } from "zod";
import type { LexiconEntry } from "../state/lexicon-entry.ts";
import { tokens } from "../text/content-words.ts";
import { nameForm } from "../text/term-matcher.ts";
import { keyTerms } from "./key-phrases.ts";
import type { SynonymMatch } from "./synonyms.ts";

/** What a lexicon knows of a name: `isPreferred` where it is the entry's own heading or symbol. */
export type LexiconFind = { entry: LexiconEntry; isPreferred: boolean; isCapitals: boolean };

/** Look up a name in the form of `lexiconForm`; every meaning that has it. */
export type Lexicon = (form: string) => readonly LexiconFind[];

/** A name found in a question, with where its other names come from: "MeSH D009203". */
export type LexiconMatch = SynonymMatch & { origin: string };

/** Longest name that is looked up (words). */
const MOST_WORDS = 8;
/** Names of one or two letters stand for too much; so do three capitals, unless they are the heading or symbol itself. */
const SHORTEST = 3;
const SHORTEST_CAPITALS = 4;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const { names: generic } = z
  .object({ source: z.string(), names: z.array(z.string()) })
  .parse(createRequire(import.meta.url)("./generic-names.json"));
const GENERIC = new Set(generic.map(nameForm));

/** Write a name in the form that lexicons are asked in: words in one form each, parted by one blank. */
export const lexiconForm = (name: string): string => (name.match(WORD) ?? []).map(nameForm).join(" ");

/** Tell whether a name is written in capitals and so means something else in small letters: CAT, REST, MI. */
export const isInCapitals = (name: string): boolean => /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name);

/**
 * Find the names of a question that a lexicon has others for, longest names first, and those others.
 *
 * In: a question; a lexicon; at most `perTerm` synonyms a name. Out: matches in the order of the question. Only names that share a word with the question's key terms
 * count, and no word that any question may hold; a name with several meanings is taken in that whose heading it is, else left out; names with the same words in
 * another order are one name.
 * @cite dsgt2026 §4.1
 */
export const lexiconSynonyms = (question: string, lexicon: Lexicon, perTerm: number): LexiconMatch[] => {
  const words = [...question.matchAll(WORD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    form: nameForm(match[0]),
  }));
  const topics = new Set(keyTerms(question, Number.POSITIVE_INFINITY).flatMap(tokens).map(nameForm));
  const found: LexiconMatch[] = [];
  for (let at = 0; at < words.length; ) {
    const match = longestAt(question, words, at, topics, lexicon);
    if (match !== undefined) {
      const { entry, text, start, end } = match;
      const synonyms = otherNames(text, entry.names).slice(0, perTerm);
      if (synonyms.length > 0) found.push({ text, start, end, synonyms, origin: originOf(entry) });
    }
    at += match?.words ?? 1;
  }
  return found;
};

type Word = { start: number; end: number; form: string };

const longestAt = (question: string, words: readonly Word[], at: number, topics: ReadonlySet<string>, lexicon: Lexicon) => {
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length--) {
    const own = words.slice(at, at + length);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined || !own.some(({ form }) => topics.has(form))) continue;
    const text = question.slice(first.start, last.end);
    // A name does not reach over a full stop, a bracket or a comma.
    if (/[.,;:?!()[\]"]\s|[()[\]"]/.test(text)) continue;
    const form = own.map((word) => word.form).join(" ");
    if (text.length < SHORTEST || GENERIC.has(form)) continue;
    const entry = meaningOf(text, lexicon(form));
    if (entry !== undefined) return { entry, text, start: first.start, end: last.end, words: length };
  }
  return undefined;
};

const meaningOf = (text: string, finds: readonly LexiconFind[]): LexiconEntry | undefined => {
  const name = text.replace(/s$/, "");
  const fitting = finds.filter(
    ({ entry, isPreferred, isCapitals }) =>
      (!isCapitals || (isInCapitals(name) && (isPreferred || name.length >= SHORTEST_CAPITALS))) &&
      (!HAS_INNER_CAPITAL.test(name) || entry.names.includes(text) || entry.names.includes(name)),
  );
  const preferred = fitting.filter(({ isPreferred }) => isPreferred);
  const [only, another] = preferred.length > 0 ? preferred : fitting;
  return another === undefined ? only?.entry : undefined;
};

/** DoG is no dog: letters alone, with a capital after a small one. */
const HAS_INNER_CAPITAL = /^\p{L}*\p{Ll}\p{Lu}\p{L}*$/u;

const originOf = ({ source, code }: LexiconEntry): string => (code.startsWith(`${source}:`) ? code : `${source} ${code}`);

const otherNames = (text: string, names: readonly string[]): string[] => {
  const seen = new Set([wordSet(text)]);
  return names.filter((name, at) => {
    const words = wordSet(name);
    // A name with brackets, Man (Taxonomy), is written for the vocabulary's readers.
    if (name.includes("(") || isTooShort(name, at === 0) || seen.has(words)) return false;
    seen.add(words);
    return true;
  });
};

const isTooShort = (name: string, isPreferred: boolean): boolean =>
  name.length < SHORTEST || (!isPreferred && isInCapitals(name) && name.length < SHORTEST_CAPITALS);

/** The words of a name, sorted: Injuries, Abdominal is Abdominal Injury. */
const wordSet = (name: string): string =>
  lexiconForm(name)
    .split(" ")
    .filter((word) => word !== "s") // Crohn's
    .sort()
    .join(" ");
