import { keyTerms } from "../../retrieval/key-phrases.ts";
import { type Lexicon, lexiconSynonyms } from "../../retrieval/lexicon.ts";
import { synonymsIn } from "../../retrieval/synonyms.ts";
import type { RescueStep } from "../../state/rescue.ts";
import { fieldedQuery, withSynonyms } from "./fielded-query.ts";

/**
 * Search with every known name of each term that the question names, lay and clinical, brand and generic.
 *
 * In: question; lexicon where one is given. Out: at most one query of source synonyms, made of names instead of the question's wording; none where no term has
 * another name. A term that the built-in list knows is not looked up in the lexicon.
 *
 * @cite dsgt2026 §4.1
 */
export const enrichSynonyms =
  (lexicon?: Lexicon): RescueStep<"body" | "settings", "newQueries"> =>
  async ({ body, settings }) => {
    const most = settings.maxExpansionTerms;
    const builtIn = synonymsIn(body, most);
    const named = settings.expandSynonyms && lexicon !== undefined ? lexiconSynonyms(body, lexicon, most) : [];
    const further = named.filter(({ start, end }) => !builtIn.some((other) => start < other.end && other.start < end));
    const known = [...builtIn, ...further].map(({ text, synonyms }) => ({ term: text, synonyms }));
    // Each term in turn gives its next name, so that one term with many names does not use up the room.
    const turns = Array.from({ length: most }, (_, turn) => known.flatMap(({ synonyms }) => synonyms[turn] ?? []));
    const added = [...new Set(turns.flat())].slice(0, most);
    if (added.length === 0) return {};
    const names = known.map(({ term }) => term);
    const fielded = fieldedQuery(withSynonyms(keyTerms(body, most), known));
    return { newQueries: [{ text: [...names, ...added].join(" "), source: "synonyms", added, fielded }] };
  };
