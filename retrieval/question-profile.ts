import { findEntities } from "../text/entities.ts";
import { MEDICAL_TERMS } from "../text/medical-terms.ts";
import { keyPhrases } from "./key-phrases.ts";
import { formsOf, topicForms } from "./lexical-forms.ts";

/** What lexical scores compare texts with; made once a question. All in the forms of lexical-forms. */
export type QuestionProfile = {
  keywords: readonly string[];
  phrases: readonly (readonly string[])[];
  /** Named things, each with all its names and its weight. */
  entities: readonly { canonical: string; names: readonly (readonly string[])[]; weight: number }[];
};

// A name of one or two letters (MI, K) is met by chance in any text.
const SHORTEST_ALIAS = 3;
const rows = new Map(MEDICAL_TERMS.flatMap(({ terms }) => terms.map((row) => [(row[0] ?? "").toLowerCase(), row] as const)));

/**
 * Prepare a question for lexical scores.
 * In: a question. Out: its topic words, its phrases of two or more words, its named things with their other names.
 */
export function questionProfile(question: string): QuestionProfile {
  const entities = findEntities(question).filter(({ kind }) => kind !== "number");
  const distinct = entities.filter(
    ({ canonical }, index) => entities.findIndex((other) => other.canonical === canonical) === index,
  );
  return {
    keywords: topicForms(question),
    phrases: keyPhrases(question)
      .map(formsOf)
      .filter((forms) => forms.length > 1),
    entities: distinct.map(({ canonical, text, weight }) => ({
      canonical,
      weight,
      names: [text, ...(rows.get(canonical) ?? []).filter((name) => name.length >= SHORTEST_ALIAS)].map(formsOf),
    })),
  };
}
