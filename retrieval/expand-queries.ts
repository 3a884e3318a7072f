import type { Query } from "../state/query.ts";
import { keyTerms } from "./key-phrases.ts";
import { formsOf, holdsPhrase } from "./lexical-forms.ts";

/** A source of terms to add to the question's key terms. */
export type Expansion = { source: Query["source"]; terms: readonly string[] };

/** Most queries, most terms added to one, most key terms kept (counts); whether the key terms are a query of their own. */
export type ExpansionRule = { queries: number; addedTerms: number; keyTerms: number; keyTermQuery: boolean };

/**
 * Assemble the searches of a question: the question itself, its key terms, and one query a source of further terms.
 * In: question, expansions in order of preference, rule. Out: queries, the question first, no two with the same words, each labelled with its source;
 * terms that the question holds are not added, and a source without new terms makes no query.
 * @cite dsgt2026 §4.1; field case 25
 */
export function expandQueries(question: string, expansions: readonly Expansion[], rule: ExpansionRule): Query[] {
  const own = formsOf(question);
  const terms = keyTerms(question, rule.keyTerms);
  const core = terms.length > 0 ? terms.join(" ") : question;
  const queries: Query[] = [{ text: question, source: "question", added: [] }];
  if (rule.keyTermQuery) queries.push({ text: core, source: "keyTerms", added: [] });
  for (const { source, terms: offered } of expansions) {
    const added = distinctTerms(offered.filter((term) => !holdsPhrase(own, formsOf(term)))).slice(0, rule.addedTerms);
    if (added.length > 0) queries.push({ text: `${core} ${added.join(" ")}`, source, added });
  }
  const words = queries.map(({ text }) => formsOf(text).join(" "));
  return queries.filter((_, index) => words.indexOf(words[index] ?? "") === index).slice(0, rule.queries);
}

function distinctTerms(terms: readonly string[]): string[] {
  const forms = terms.map((term) => formsOf(term).join(" "));
  return terms.filter((_, index) => forms[index] !== "" && forms.indexOf(forms[index] ?? "") === index);
}
