import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import type { ArchehrStep } from "../../state/archehr.ts";
import { alignSentences } from "./align-sentences.ts";
import { readNote } from "./read-note.ts";

type Reads = "caseId" | "draft" | "answerSentences" | "note" | "abstained" | "settings";

/**
 * Link the answer's sentences, and given answer sentences where the case has them, with the note sentences that support them.
 *
 * In: draft, answerSentences, note. Out: alignment and givenAlignment, one entry a sentence; evidenceIds in the note's order, [] is
 * unsupported. An abstention cites nothing.
 * If the model is down: [] for the sentences concerned; one fallback each.
 *
 * @cite healthnlp2026 §3.4; spec archehr best 5
 */
export const alignAnswer =
  (ask: Ask, texts: Pick<TextStore, "get">): ArchehrStep<Reads, "alignment" | "givenAlignment"> =>
  async ({ caseId, draft, answerSentences, note, abstained, settings }, runtime) => {
    const sentences = readNote(texts, note, "alignAnswer").sentences.map(({ id, text }) => ({ id, text }));
    const request = { caseId, note: sentences, settings };
    const own = await alignSentences(ask, { ...request, answer: abstained ? [] : draft }, runtime);
    const given = await alignSentences(ask, { ...request, answer: answerSentences }, runtime);
    return {
      alignment: abstained ? draft.map(({ id }) => ({ answerId: id, evidenceIds: [] })) : own.alignment,
      givenAlignment: given.alignment,
      usage: [...own.usage, ...given.usage],
      fallbacks: [...own.fallbacks, ...given.fallbacks],
    };
  };
