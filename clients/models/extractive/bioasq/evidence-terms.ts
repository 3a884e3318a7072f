import { contentWords } from "../../../../text/content-words.ts";
import { findEntities } from "../../../../text/entities.ts";
import { porterStem } from "../../../../text/porter-stem.ts";

const MARK = "=";

/**
 * List what a text says: the stems of its content words, and what it names under one name each (mi and heart attack give one), marked with "=".
 * In: any text. Out: terms, each once.
 */
export function evidenceTerms(text: string): readonly string[] {
  const named = findEntities(text).flatMap(({ kind, canonical }) => (kind === "number" ? [] : [`${MARK}${canonical}`]));
  return [...new Set([...contentWords(text).map(porterStem), ...named])];
}

/** Tell whether a term is a name. */
export const isName = (term: string): boolean => term.startsWith(MARK);

/** Measure how much of the wanted terms a text holds. In: terms, a weight each. Out: share of the weight, 0-1; 0 when nothing is wanted. */
export function shareOfTerms(wanted: readonly string[], held: readonly string[], weight: (term: string) => number): number {
  const has = new Set(held);
  const all = wanted.reduce((sum, term) => sum + weight(term), 0);
  return all === 0 ? 0 : wanted.filter((term) => has.has(term)).reduce((sum, term) => sum + weight(term), 0) / all;
}
