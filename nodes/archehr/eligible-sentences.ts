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
function withoutRepeats(sentences: readonly Eligible[], overlap: number): Eligible[] {
  const holding = new Map<string, number[]>(); // places of the earlier sentences with a word: long notes have thousands of sentences
  const shared = new Uint32Array(sentences.length);
  return sentences.filter(({ text, score }, at) => {
    const words = new Set(contentWords(text));
    shared.fill(0, 0, at);
    for (const word of words) {
      const earlier = holding.get(word) ?? [];
      for (const place of earlier) shared[place]! += 1; // a place below `at`
      earlier.push(at);
      holding.set(word, earlier);
    }
    if (words.size <= 2) return true;
    const repeats = (place: number) => shared[place]! / words.size >= overlap && sentences[place]!.score > score - 1; // a place below `at`
    for (let place = 0; place < at; place++) if (repeats(place)) return false;
    return true;
  });
}
