import type { TextStore } from "../../clients/text-store.ts";
import type { ArchehrStep } from "../../state/archehr.ts";
import { readNote } from "./read-note.ts";

/**
 * Put the citations together, each with the place of its sentence in the note.
 *
 * In: alignment, note. Out: citations in the answer's order, then the note's; offsets in UTF-16 units, end exclusive.
 */
export const finishAnswer =
  (texts: Pick<TextStore, "get">): ArchehrStep<"alignment" | "note", "citations"> =>
  async ({ alignment, note }) => {
    const byId = new Map(readNote(texts, note, "finishAnswer").sentences.map((sentence) => [sentence.id, sentence]));
    const citations = alignment.flatMap(({ answerId, evidenceIds }) =>
      evidenceIds.flatMap((sentenceId) => {
        const place = byId.get(sentenceId);
        return place === undefined ? [] : [{ answerId, sentenceId, start: place.start, end: place.end }];
      }),
    );
    return { citations };
  };
