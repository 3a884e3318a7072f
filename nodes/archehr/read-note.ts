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
  return recordOf(stored);
};

/** Each step of a case reads its note: what was parsed lately is not parsed again. Nobody changes a record. */
const recent = new Map<string, NoteRecord>();
const MOST_RECENT = 64;

const recordOf = (stored: string): NoteRecord => {
  const record = recent.get(stored) ?? NoteRecord.parse(JSON.parse(stored));
  recent.delete(stored);
  recent.set(stored, record);
  const oldest = recent.keys().next().value;
  if (recent.size > MOST_RECENT && oldest !== undefined) recent.delete(oldest);
  return record;
};
