import { createRequire } from "node:module";
import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { DRUG_NAMES } from "./medical-terms.ts";
import { singular } from "./singular.ts";

const { words } = z
  .object({ source: z.string(), words: z.array(z.string()) })
  .parse(createRequire(import.meta.url)("./drug-lookalikes.json"));
const lookAlikes = new Set(words);

const SHORTEST = 6;
// One slip in a short name or a brand, two in a long generic name; more would turn English words into medicines.
const LONG = 9;

type Name = { name: string; canonical: string; slips: number };

// By first letter and length: a text's words are compared with a few dozen names each.
const namesAt = new Map<string, Name[]>();
for (const row of DRUG_NAMES) {
  for (const [index, written] of row.entries()) {
    const name = written.toLowerCase();
    if (name.length < SHORTEST || !/^\p{L}+$/u.test(name)) continue;
    const slips = index === 0 && name.length >= LONG ? 2 : 1;
    const key = keyOf(name.charAt(0), name.length);
    namesAt.set(key, [...(namesAt.get(key) ?? []), { name, canonical: row[0] ?? name, slips }]);
  }
}

/**
 * Recognise a misspelt medicine: same first letter, at most one wrong letter, or two in a generic name of nine letters or more.
 * In: one word, any case; `most` caps the wrong letters (1 or 2). Out: the generic name; undefined for a short, exact or ordinary word, or one equally near to two medicines.
 */
export function misspeltDrug(word: string, most = 2): string | undefined {
  const plain = word.toLowerCase();
  if (plain.length < SHORTEST || lookAlikes.has(plain) || lookAlikes.has(singular(plain))) return undefined;
  const near = [-2, -1, 0, 1, 2]
    .flatMap((longer) => namesAt.get(keyOf(plain.charAt(0), plain.length + longer)) ?? [])
    .map(({ name, canonical, slips }) => ({ canonical, wrong: distance(name, plain), slips: Math.min(slips, most) }))
    .filter(({ wrong, slips }) => wrong <= slips);
  const least = Math.min(...near.map(({ wrong }) => wrong));
  const nearest = new Set(near.filter(({ wrong }) => wrong === least).map(({ canonical }) => canonical));
  return least > 0 && nearest.size === 1 ? [...nearest][0] : undefined;
}

function keyOf(initial: string, length: number): string {
  return `${initial}${length}`;
}
