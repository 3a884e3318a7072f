import type { Query } from "../state/query.ts";
import { contentWords } from "../text/content-words.ts";
import { findEntities } from "../text/entities.ts";
import { keyTerms } from "./key-phrases.ts";

/**
 * Loosen a query that found nothing, step by step: without added terms and framing words, then the three most telling terms, then two, then one.
 * In: a query. Out: looser queries, strictest first, each with fewer words than the one before; empty for a query of one word.
 * Named things and words with capitals or digits tell most, then longer terms.
 * @cite spec bioasq best
 */
export function relaxations(query: Query): Query[] {
  const base = withoutAdded(query);
  const terms = keyTerms(base, Number.POSITIVE_INFINITY);
  const telling = byWorth(base, terms);
  const steps = [terms, telling.slice(0, 3), telling.slice(0, 2), telling.slice(0, 1)].map((kept) =>
    terms.filter((term) => kept.includes(term)).join(" "),
  );
  const looser: Query[] = [];
  let last = wordCount(query.text);
  for (const text of steps) {
    if (text === "" || wordCount(text) >= last) continue;
    last = wordCount(text);
    looser.push({ text, source: "relaxed", added: [] });
  }
  return looser;
}

function withoutAdded({ text, added }: Query): string {
  const tail = added.length > 0 ? ` ${added.join(" ")}` : "";
  return tail !== "" && text.endsWith(tail) ? text.slice(0, -tail.length) : text;
}

function byWorth(text: string, terms: readonly string[]): string[] {
  const entities = findEntities(text);
  const worth = (term: string): number => {
    const named = Math.max(0, ...entities.filter((entity) => term.includes(entity.text)).map(({ weight }) => weight));
    return named + (/\p{N}|\p{L}\p{Lu}|(?<=\s|^)\p{Lu}/u.test(term) ? 2 : 0);
  };
  return [...terms].sort((one, other) => worth(other) - worth(one) || other.length - one.length);
}

const wordCount = (text: string): number => contentWords(text).length;
