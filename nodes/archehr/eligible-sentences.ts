import type { ArchehrState, NoteRecord } from "../../state/archehr.ts";
import { contentWords } from "../../text/content-words.ts";

export type Eligible = { id: string; text: string; score: number };

/**
 * List the sentences that may become evidence, with the scores that count.
 *
 * In: the note, its scores, settings. Out: in the note's order; without headings (headingFilter) and without sentences that repeat
 * a better or earlier scored one (sectionDeduplication); a sentence that enough drafts cite counts as strict evidence (answerFirst).
 *
 * @cite healthnlp2026 §3.2; spec archehr best 4, 7
 */
export const eligibleSentences = (
  { sentences }: NoteRecord,
  scores: ArchehrState["scores"],
  settings: ArchehrState["settings"],
): Eligible[] => {
  const byId = new Map(scores.map((entry) => [entry.id, entry]));
  const scored = sentences
    .filter(({ heading }) => !(settings.headingFilter && heading))
    .map(({ id, text }) => {
      const entry = byId.get(id);
      const lifted = settings.answerFirst && (entry?.votes ?? 0) >= settings.voteShare && (entry?.votes ?? 0) > 0;
      const score = entry?.score ?? 1;
      return { id, text, score: lifted ? Math.max(score, settings.strictScore) : score };
    });
  return settings.sectionDeduplication ? withoutRepeats(scored, settings.duplicateOverlap) : scored;
};

/** Keeps the first of sentences that say the same; a later one stays only when it scores higher by a whole point. */
const withoutRepeats = (sentences: readonly Eligible[], overlap: number): Eligible[] => {
  const words = new Map(sentences.map(({ id, text }) => [id, new Set(contentWords(text))]));
  const repeats = (later: Eligible, earlier: Eligible): boolean => {
    const a = words.get(later.id) ?? new Set();
    const b = words.get(earlier.id) ?? new Set();
    const shared = [...a].filter((word) => b.has(word)).length;
    return a.size > 2 && shared / a.size >= overlap && earlier.score > later.score - 1;
  };
  return sentences.filter((sentence, at) => !sentences.slice(0, at).some((earlier) => repeats(sentence, earlier)));
};
