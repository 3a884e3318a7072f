import { expandQuestion as prompt } from "../../../../prompts/bioasq/expand-question.ts";
import { keyTerms } from "../../../../retrieval/key-phrases.ts";
import { synonymsIn } from "../../../../retrieval/synonyms.ts";
import { ok } from "../../../../state/outcome.ts";
import { handles } from "../handler.ts";

/**
 * Name the key terms of a question and their other names from the built-in lists.
 *
 * In: question, maxTerms. Out: keyTerms as the question writes them; synonyms, at most maxTerms in all and synonymsPerTerm a term, in the order of the question.
 */
export const expandQuestion = handles(prompt, async ({ question, maxTerms }, { settings }) => {
  let room = maxTerms;
  const synonyms = synonymsIn(question, settings.synonymsPerTerm).flatMap(({ text, synonyms: names }) => {
    const kept = names.slice(0, room);
    room -= kept.length;
    return kept.length === 0 ? [] : [{ term: text, synonyms: kept }];
  });
  return ok({ keyTerms: keyTerms(question, maxTerms), synonyms });
});
