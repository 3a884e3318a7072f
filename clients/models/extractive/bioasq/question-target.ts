import { createRequire } from "node:module";
import { z } from "zod";
import { oneLine } from "../../../../text/one-line.ts";

const words = z.array(z.string().min(1));
const lists = z
  .object({ source: z.string(), categories: z.record(z.string(), words), verbs: words, skipped: words })
  .parse(createRequire(import.meta.url)("./question-target.json"));

const categoryOf = new Map(
  Object.entries(lists.categories).flatMap(([category, heads]) => heads.map((head) => [head, category] as const)),
);
const verbs = new Set(lists.verbs);
const skipped = new Set(lists.skipped);

/** What a question asks for: a kind of thing, the noun that says so, and the noun's phrase; "other" and empty where no noun says it. */
export type QuestionTarget = { category: string; head: string; phrase: readonly string[] };

export const TARGET_CATEGORIES: readonly string[] = [...Object.keys(lists.categories), "definition", "other"];

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const LEAD = /^.*?\b(?:which|what|name|list|how|who|where|when|provide|describe|give)\b/iu;
const DEFINITION = /^\s*what (?:is|are)(?: an?| the)? [^ ]+(?: [^ ]+)?\s*\??\s*$/iu;

/**
 * Find what kind of thing a question asks for: which enzyme, what is the cause, list the drugs, how many, where.
 * In: a question. Out: its target, words in lower case.
 */
export function questionTarget(question: string): QuestionTarget {
  const line = oneLine(question).toLowerCase();
  if (DEFINITION.test(line)) return { category: "definition", head: "", phrase: [] };
  const asking = LEAD.exec(line)?.[0] ?? "";
  const lead = /\p{L}+$/u.exec(asking)?.[0] ?? "";
  const rest = [...line.slice(asking.length).matchAll(WORD)].map(([word]) => word);
  const own = categoryOf.get(lead === "how" ? (rest[0] ?? "") : lead);
  if (own !== undefined) return { category: own, head: lead === "how" ? (rest[1] ?? "") : "", phrase: [] };
  if (/\bstands? for\b|\banother name\b|\balso known as\b|\bother name\b/u.test(line))
    return { category: "name", head: "", phrase: [] };
  const start = rest.findIndex((word) => !skipped.has(word) && (!verbs.has(word) || categoryOf.has(word)));
  if (start < 0) return { category: "other", head: "", phrase: [] };
  const after = rest.slice(start);
  const end = after.findIndex((word, at) => at > 0 && verbs.has(word));
  const phrase = (end < 0 ? after : after.slice(0, end)).slice(0, 5);
  const head = phrase.findLast((word) => categoryOf.has(word)) ?? phrase.at(-1) ?? "";
  return { category: categoryOf.get(head) ?? "other", head, phrase };
}
