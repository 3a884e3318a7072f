import { type Entity, findEntities } from "../../../../text/entities.ts";

import { countWords } from "../../../../text/python-whitespace.ts";

/** A name that a question should not lose. */
export type Name = Pick<Entity, "kind" | "canonical" | "weight"> & { text: string; count: number };

const LAY = new Set(["diagnosis", "finding", "procedure"]);

/**
 * List the drugs, diagnoses, procedures and findings that a message names, the weightiest first, then the fuller ones (belly pain before pain), the most often named, the first.
 * In: a message. Out: each once, as the message first names it; a misspelt drug by its right name.
 */
export function namesIn(message: string): Name[] {
  const names = new Map<string, Name>();
  for (const { text, kind, canonical, weight, misspelt } of findEntities(message)) {
    if (kind === "number" || kind === "test") continue;
    const known = names.get(canonical);
    if (known === undefined) names.set(canonical, { text: misspelt ?? text, kind, canonical, weight, count: 1 });
    else known.count += 1;
  }
  return [...names.values()].sort((a, b) => b.weight - a.weight || words(b) - words(a) || b.count - a.count);
}

const words = ({ text }: Name): number => Math.min(2, countWords(text));

/** Say which names a text holds, under any of their names. In: text. Out: their canonical names. */
export const namesHeld = (text: string): Set<string> => new Set(findEntities(text).map(({ canonical }) => canonical));

/** Put clinical names for lay, brand and misspelt ones: heart attack becomes myocardial infarction, Eliquis apixaban. In: text. Out: the same with those names exchanged. */
export function clinicalNames(text: string): string {
  return findEntities(text).reduceRight((written, { text: name, start, end, kind, canonical, misspelt }) => {
    const clinical =
      kind === "drug"
        ? canonical
        : (misspelt ?? (LAY.has(kind) && /^\p{Ll}[\p{Ll}\s'’-]*$/u.test(name) && !isForm(name, canonical) ? canonical : name));
    return written.slice(0, start) + (clinical.toLowerCase() === name.toLowerCase() ? name : clinical) + written.slice(end);
  }, text);
}

/** "bleed" is a form of "bleeding": put in its place, it would break the sentence and say nothing more. */
const isForm = (name: string, canonical: string): boolean => canonical.startsWith(name.slice(0, Math.max(4, name.length - 2)));
