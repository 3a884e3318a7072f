import { contentWords } from "../../text/content-words.ts";
import { greekToName } from "../../text/greek-letters.ts";

/**
 * Write a search for PubMed, which wants every word unless it is told of alternatives.
 *
 * In: groups of terms that mean the same or serve alike. Out: `(a) AND ((b) OR (c))`: one term of each group must occur; groups without a
 * word are left out, empty where none is left. Lower-case words alone, so that nothing in a question is read as an operator or a field.
 *
 * @cite spec clients PubMed
 */
export const fieldedQuery = (groups: readonly (readonly string[])[]): string =>
  groups
    .map((group) => [...new Set(group.map(plain))].filter((term) => term !== ""))
    .filter((group) => group.length > 0)
    .map((group) => (group.length === 1 ? `(${group[0]})` : `(${group.map((term) => `(${term})`).join(" OR ")})`))
    .join(" AND ");

/** Group each key term with its other names. In: key terms, names with their synonyms. Out: one group a key term; a synonym of a part stands in its place. */
export const withSynonyms = (
  keyTerms: readonly string[],
  known: readonly { term: string; synonyms: readonly string[] }[],
): string[][] =>
  keyTerms.map((keyTerm) => [
    keyTerm,
    ...known.flatMap(({ term, synonyms }) => {
      const at = ` ${keyTerm.toLowerCase()} `.indexOf(` ${term.toLowerCase()} `);
      return at < 0 ? [] : synonyms.map((synonym) => `${keyTerm.slice(0, at)}${synonym}${keyTerm.slice(at + term.length)}`);
    }),
  ]);

const plain = (term: string): string => contentWords(greekToName(term)).join(" ");
