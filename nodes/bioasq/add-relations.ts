import { keyTerms } from "../../retrieval/key-phrases.ts";
import { relationTerms } from "../../retrieval/relations.ts";
import type { Query } from "../../state/query.ts";
import type { RescueStep } from "../../state/rescue.ts";
import { findEntities } from "../../text/entities.ts";
import { fieldedQuery } from "./fielded-query.ts";

/**
 * Search for each thing that the question names together with the relation it asks about, and without the rest of the question.
 *
 * In: question. Out: one query of source relations for each of its two weightiest names (without a name: its first key term); none where
 * the wording asks for no known relation.
 *
 * @cite dsgt2026 §4.1
 */
export const addRelations: RescueStep<"body" | "settings", "newQueries"> = async ({ body, settings }) => {
  const terms = relationTerms(body, settings.maxExpansionTerms).flatMap((relation) => relation.terms);
  if (terms.length === 0) return {};
  const named = findEntities(body)
    .filter(({ kind }) => kind !== "number")
    .sort((a, b) => b.weight - a.weight)
    .map(({ text }) => text);
  const subjects = [...new Set(named.length > 0 ? named : keyTerms(body, 1))].slice(0, 2);
  const newQueries = subjects.map((subject): Query => {
    const fielded = fieldedQuery([[subject], terms]);
    return { text: [subject, ...terms].join(" "), source: "relations", added: terms, fielded };
  });
  return { newQueries };
};
