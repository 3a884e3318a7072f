import { createRequire } from "node:module";
import { z } from "zod";
import { contentWords } from "../../../../text/content-words.ts";
import { findEntities } from "../../../../text/entities.ts";
import { findMedicalTerms } from "../../../../text/medical-terms.ts";
import { porterStem } from "../../../../text/porter-stem.ts";

const { families } = z
  .object({ source: z.string(), families: z.array(z.object({ family: z.string(), members: z.array(z.string()) })) })
  .parse(createRequire(import.meta.url)("./drug-families.json"));

const familiesOf = new Map<string, string[]>();
for (const { family, members } of families) {
  for (const member of members) familiesOf.set(member.toLowerCase(), [...(familiesOf.get(member.toLowerCase()) ?? []), family]);
}

/** What a text says, as stems: its own words in order, and these with the other names of what they name. */
export type SaidTerms = { own: readonly string[]; known: ReadonlySet<string> };

// A note of 50,000 words has about 5,000 sentences, and each answer sentence is put beside all of them.
const REMEMBERED = 10_000;
const remembered = new Map<string, SaidTerms>();

/**
 * List what a text says, so that lay and clinical wording meet: a sentence with furosemide also holds water pill, one with MI heart attack.
 * In: any text. Out: stems, each once; `own` in order, a misspelt drug by its right name; `known` has all own stems and those of other names and drug families.
 */
export function saidTerms(text: string): SaidTerms {
  const seen = remembered.get(text);
  if (seen !== undefined) return seen;
  const entities = findEntities(text).filter(({ kind }) => kind !== "number");
  const righted = entities.flatMap(({ misspelt }) => misspelt ?? []);
  const own = [...new Set([...stemsOf(text), ...righted.flatMap(stemsOf)])];
  const families = entities.flatMap(({ canonical }) => familiesOf.get(canonical) ?? []);
  const others = [...findMedicalTerms([text, ...righted, ...families].join(" ; ")).flatMap(({ names }) => names), ...families];
  const terms = { own, known: new Set([...own, ...others.flatMap(stemsOf)]) };
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(text, terms);
  return terms;
}

/** Measure how much of the wanted terms a text holds. In: terms, a weight each. Out: share of the weight, 0-1; 0 when nothing is wanted. */
export function shareSaid(wanted: readonly string[], held: ReadonlySet<string>, weight: (term: string) => number): number {
  const all = wanted.reduce((sum, term) => sum + weight(term), 0);
  return all === 0 ? 0 : wanted.filter((term) => held.has(term)).reduce((sum, term) => sum + weight(term), 0) / all;
}

const stemsOf = (text: string): string[] => contentWords(text).map(porterStem);
