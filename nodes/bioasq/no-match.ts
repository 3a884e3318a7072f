import { contentForms, shareHeld } from "../../retrieval/lexical-forms.ts";

/** What was found for a question: texts of snippets and titles, and cosines of articles and snippets to the question (-1 to 1), as far as they were measured. */
export type FoundTexts = { texts: readonly string[]; cosines: readonly number[] };

/**
 * Tell whether nothing that was found has to do with the question: no text holds a word of it, and none is near it in meaning.
 *
 * In: forms of the question's words and of other names for them, what was found, least cosine of a related text. Out: why no article matches; undefined where something does, or where nearness could not be measured.
 */
export const noMatch = (wanted: readonly string[], { texts, cosines }: FoundTexts, minRelated: number): string | undefined => {
  if (cosines.length === 0 || shareHeld(wanted, texts.flatMap(contentForms)) > 0) return undefined;
  const best = Math.max(...cosines);
  return best >= minRelated
    ? undefined
    : `no article matches: none of the best ones holds a word of the question or another name, and their greatest similarity is ${best.toFixed(2)}, below ${minRelated}`;
};
