import { alignAnswer as prompt } from "../../../../prompts/archehr/align-answer.ts";
import { ok } from "../../../../state/outcome.ts";
import { handles } from "../handler.ts";
import { citeSentence } from "./cite-sentence.ts";

/**
 * Align every sentence of an answer with the note.
 *
 * In: answer, note. Out: one entry an answer sentence, in its order. If the encoder is down: its outcome.
 */
export const alignAnswer = handles(prompt, async ({ answer, note }, extracting) => {
  const aligned: { answer_id: string; evidence_id: string[] }[] = [];
  for (const { id, text } of answer) {
    const cited = await citeSentence(text, note, extracting);
    if (cited.is !== "ok") return cited;
    aligned.push({ answer_id: id, evidence_id: cited.value });
  }
  return ok(aligned);
});
