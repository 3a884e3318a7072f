import type { TextStore } from "../../clients/text-store.ts";
import type { ArchehrStep, Evidence } from "../../state/archehr.ts";
import { type Eligible, eligibleSentences } from "./eligible-sentences.ts";
import { readNote } from "./read-note.ts";

type Keep = ArchehrStep<"note" | "scores" | "settings", "evidence">;
type Texts = Pick<TextStore, "get">;

/** Keep the sentences that score strictScore or more, in the note's order. In: note, scores. Out: evidence. @cite healthnlp2026 §3.2 */
export const keepStrict =
  (texts: Texts): Keep =>
  async ({ note, scores, settings }) => {
    const eligible = eligibleSentences(readNote(texts, note, "keepStrict"), scores, settings);
    return { evidence: eligible.filter(({ score }) => score >= settings.strictScore).map(shownEvidence) };
  };

/** Keep the sentences that score lenientScore or more, in the note's order. In: note, scores. Out: evidence. @cite healthnlp2026 §3.2 */
export const keepLenient =
  (texts: Texts): Keep =>
  async ({ note, scores, settings }) => {
    const eligible = eligibleSentences(readNote(texts, note, "keepLenient"), scores, settings);
    return { evidence: eligible.filter(({ score }) => score >= settings.lenientScore).map(shownEvidence) };
  };

/** Take the first sentences of the note, whatever their scores. In: note. Out: evidence, firstSentences long at most. @cite healthnlp2026 §3.2 */
export const takeFirstSentences =
  (texts: Texts): Keep =>
  async ({ note, scores, settings }) => {
    const given = new Map(scores.map(({ id, score }) => [id, score]));
    const first = readNote(texts, note, "takeFirstSentences").sentences.slice(0, settings.firstSentences);
    return { evidence: first.map(({ id, text }) => shownEvidence({ id, text, score: given.get(id) ?? 1 })) };
  };

/** Show a sentence as evidence. In: a sentence and its score. Out: its id, score and first 200 characters. */
export const shownEvidence = ({ id, text, score }: Eligible): Evidence => ({ id, score, excerpt: text.slice(0, 200) });
