import type { TextStore } from "../../clients/text-store.ts";
import { NoteRecord, type NoteRef } from "../../state/archehr.ts";
import { ItemFailed } from "../common/item-failed.ts";

/**
 * Fetch a note and its sentences from the text store.
 *
 * In: the note channel. Out: the record; one without sentences when the case has no note. Throws ItemFailed when the store lacks it.
 */
export const readNote = (texts: Pick<TextStore, "get">, note: NoteRef | string, step: string): NoteRecord => {
  if (typeof note === "string") return { text: "", sentences: [] };
  const stored = texts.get(note.sha256);
  if (stored === undefined) {
    throw new ItemFailed(step, "misconfigured", `note ${note.sha256} is not in the text store; run the case again with its text`);
  }
  return NoteRecord.parse(JSON.parse(stored));
};
