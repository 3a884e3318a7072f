import { greekToName } from "./greek-letters.ts";
import { singular } from "./singular.ts";

/** Rows of names with one meaning each; the first name of a row is the canonical one. */
export type TermList<Kind extends string> = { kind: Kind; terms: readonly (readonly string[])[] };

/** A known name found in a text: its span, what it stands for, and the row of names it belongs to. */
export type TermMatch<Kind extends string> = {
  text: string;
  start: number;
  end: number;
  kind: Kind;
  canonical: string;
  names: readonly string[];
};

type Entry<Kind extends string> = { kind: Kind; names: readonly string[]; capitals: boolean };
type Branch<Kind extends string> = { next: Map<string, Branch<Kind>>; entries: Entry<Kind>[] };
type Word = { form: string; start: number; end: number };

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
// What may stand between the words of one name: a hyphen, slash, apostrophe, ampersand, one line break or spaces.
const INSIDE_NAME = /^(?:[-–‐/&'’+]|[ \t]{1,2}|[ \t]?\r?\n[ \t]*)$/;
const AFTER_INITIAL = /^\. ?$/;
// Names in capitals that are also English words: a line that is all capitals says nothing about them.
const ALSO_WORDS = new Set([
  "ALL",
  "MET",
  "KIT",
  "RET",
  "CAP",
  "ART",
  "HIT",
  "PET",
  "APP",
  "AIDS",
  "FUS",
  "AD",
  "MS",
  "PT",
  "CHIP",
]);

/**
 * Build a finder of known names: longest match first, plurals, accents, hyphens and Greek letters made alike.
 * In: lists of names. Out: a function from a text to its matches in order, without overlap. A name in capitals (MI, UTI) matches capitals only.
 */
export function termMatcher<Kind extends string>(lists: readonly TermList<Kind>[]): (text: string) => TermMatch<Kind>[] {
  const root = emptyBranch<Kind>();
  for (const { kind, terms } of lists) {
    for (const names of terms) for (const name of names) plant(root, name, { kind, names, capitals: isCapitals(name) });
  }
  return (text) => findAll(root, text);
}

/**
 * Write a word in the form that names are compared in.
 * In: one word. Out: lower case, no accents, Greek letters by name, singular.
 */
export function nameForm(word: string): string {
  return singular(greekToName(word.normalize("NFKC")).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase());
}

const emptyBranch = <Kind extends string>(): Branch<Kind> => ({ next: new Map(), entries: [] });

const isCapitals = (name: string): boolean => /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name);

function plant<Kind extends string>(root: Branch<Kind>, name: string, entry: Entry<Kind>): void {
  let branch = root;
  for (const { form } of wordsOf(name)) {
    const next = branch.next.get(form) ?? emptyBranch<Kind>();
    branch.next.set(form, next);
    branch = next;
  }
  branch.entries.push(entry);
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => ({
    form: nameForm(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function findAll<Kind extends string>(root: Branch<Kind>, text: string): TermMatch<Kind>[] {
  const words = wordsOf(text);
  const found: TermMatch<Kind>[] = [];
  for (let at = 0; at < words.length; ) {
    const match = longestAt(root, text, words, at);
    if (match) found.push(match.match);
    at += match?.words ?? 1;
  }
  return found;
}

function longestAt<Kind extends string>(root: Branch<Kind>, text: string, words: readonly Word[], at: number) {
  let branch = root;
  let best: { match: TermMatch<Kind>; words: number } | undefined;
  const first = words[at];
  for (let index = at; first && index < words.length; index += 1) {
    const word = words[index];
    const before = words[index - 1];
    if (!word || (index > at && before && !joins(text.slice(before.end, word.start), before))) break;
    const next = branch.next.get(word.form);
    if (!next) break;
    branch = next;
    const surface = text.slice(first.start, word.end);
    const entry = branch.entries.find(({ capitals }) => !capitals || fitsCapitals(surface, text, first.start));
    if (!entry) continue;
    const span = { text: surface, start: first.start, end: word.end };
    best = {
      match: { ...span, kind: entry.kind, canonical: entry.names[0] ?? surface, names: entry.names },
      words: index - at + 1,
    };
  }
  return best;
}

function joins(gap: string, before: Word): boolean {
  return INSIDE_NAME.test(gap) || (before.end - before.start === 1 && AFTER_INITIAL.test(gap));
}

function fitsCapitals(surface: string, text: string, start: number): boolean {
  if (!isCapitals(surface.replace(/s$/, ""))) return false;
  return !ALSO_WORDS.has(surface) || !lineIsCapitals(text, start);
}

function lineIsCapitals(text: string, start: number): boolean {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", start);
  const line = text.slice(from, to === -1 ? text.length : to);
  return !/\p{Ll}/u.test(line) && (line.match(WORD) ?? []).length > 1;
}
