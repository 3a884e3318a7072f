import { createRequire } from "node:module";
import { z } from "zod";
import { greekSpellings } from "../text/greek-letters.ts";
import { MEDICAL_TERMS } from "../text/medical-terms.ts";
import { nameForm, termMatcher } from "../text/term-matcher.ts";

/** A name found in a question, its place, and its other names, best known first. */
export type SynonymMatch = { text: string; start: number; end: number; synonyms: string[] };

const { groups } = z
  .object({ source: z.string(), groups: z.array(z.array(z.string().min(1)).min(2)) })
  .parse(createRequire(import.meta.url)("./synonyms.json"));

// Two letters (MI, PE, MS) are read in a question but never searched for: they stand for too much.
const SHORTEST_SEARCHED = 3;

const matchNames = termMatcher([
  { kind: "synonym", terms: joinedBySharedName([...groups, ...MEDICAL_TERMS.flatMap(({ terms }) => terms)]) },
]);

/**
 * Find the terms of a question that have other names: lay and clinical, brand and generic, old and new, short and long, Greek letters by name.
 * In: a question; at most `perTerm` synonyms a term. Out: matches in the order of the question; a term without another name is left out.
 * @cite dsgt2026 §4.1
 */
export function synonymsIn(question: string, perTerm: number): SynonymMatch[] {
  return matchNames(question)
    .map(({ text, start, end, names }) => ({ text, start, end, synonyms: otherNames(text, names).slice(0, perTerm) }))
    .filter(({ synonyms }) => synonyms.length > 0);
}

function otherNames(text: string, names: readonly string[]): string[] {
  const all = [...names, ...greekSpellings(text)].filter((name) => name.length >= SHORTEST_SEARCHED);
  const byForm = new Map(all.map((name) => [formOf(name), name] as const).reverse());
  byForm.delete(formOf(text));
  return all.filter((name) => byForm.get(formOf(name)) === name);
}

// The lone s is a possessive: Crohn's disease is Crohn disease.
function formOf(name: string): string {
  return name
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "" && word !== "s")
    .map(nameForm)
    .join(" ");
}

/** Join rows that share a long name; a shared abbreviation (HIV, SMA) may stand for two things and joins nothing. */
function joinedBySharedName(rows: readonly (readonly string[])[]): string[][] {
  const joined: string[][] = [];
  const rowOf = new Map<string, string[]>();
  for (const row of rows) {
    const long = row.filter((name) => /\p{Ll}/u.test(name)).map(formOf);
    const known = long.map((name) => rowOf.get(name)).find((found) => found !== undefined);
    const target = known ?? [];
    if (!known) joined.push(target);
    target.push(...row.filter((name) => !target.includes(name)));
    for (const name of long) rowOf.set(name, target);
  }
  return joined;
}
