import { alignSentence as prompt } from "../../../../prompts/archehr/align-sentence.ts";
import { ok } from "../../../../state/outcome.ts";
import { handles } from "../handler.ts";
import { citeMissed, citeSentence } from "./cite-sentence.ts";

/**
 * Align one answer sentence with the note, or find what a first pass missed.
 *
 * In: sentence, note, found. Out: ids of the note in its order; with `found`, only further ones. If the encoder is down: its outcome.
 */
export const alignSentence = handles(prompt, async ({ sentence, note, found }, extracting) => {
  const cited =
    found.length === 0
      ? await citeSentence(sentence.text, note, extracting)
      : await citeMissed(sentence.text, note, found, extracting);
  return cited.is === "ok" ? ok({ evidence_id: cited.value }) : cited;
});
