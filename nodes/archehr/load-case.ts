import type { TextStore } from "../../clients/text-store.ts";
import type { ArchehrStep, NoteRecord, Sentence } from "../../state/archehr.ts";
import { isHeading } from "../../text/is-heading.ts";
import { splitSentences } from "../../text/split-sentences.ts";
import { ItemFailed } from "../common/item-failed.ts";
import { readNote } from "./read-note.ts";

/**
 * Take in a case: store its note by hash, with sentences that keep their given ids or are split without loss.
 *
 * In: message, note (text or hash), sentences (given, or []), subtask. Out: note as a hash (or "" without one), sentences cleared.
 * Throws ItemFailed for a case that has nothing to answer.
 */
export const loadCase =
  (
    texts: TextStore,
  ): ArchehrStep<"caseId" | "message" | "note" | "sentences" | "answerSentences" | "subtask", "note" | "sentences"> =>
  async ({ caseId, message, note, sentences, answerSentences, subtask }) => {
    if (subtask === "4" ? answerSentences.length === 0 && message.trim() === "" : message.trim() === "") {
      throw new ItemFailed("loadCase", "input", `case ${caseId} has no patient message`);
    }
    const repeated = firstRepeated(sentences.map(({ id }) => id)) ?? firstRepeated(answerSentences.map(({ id }) => id));
    if (repeated !== undefined)
      throw new ItemFailed("loadCase", "input", `case ${caseId} has sentence id ${JSON.stringify(repeated)} twice`);
    if (typeof note !== "string") {
      readNote(texts, note, "loadCase");
      return {};
    }
    const record = sentences.length > 0 ? recordOfGiven(note, sentences) : recordOfText(note);
    if (record.sentences.length === 0) {
      if (subtask !== "4") return {}; // the question can be asked without a note; what comes after it cannot
      throw new ItemFailed("loadCase", "input", `case ${caseId} has no note; only subtask 1 can run without one`);
    }
    return { note: { sha256: texts.put(JSON.stringify(record)) }, sentences: [] };
  };

const firstRepeated = (ids: readonly string[]): string | undefined => ids.find((id, at) => ids.indexOf(id) < at);

/** Split a raw note; ids count from 1. */
export const recordOfText = (text: string): NoteRecord => ({
  text,
  sentences: splitSentences(text).map((sentence, at) => ({ id: String(at + 1), ...sentence, heading: isHeading(sentence.text) })),
});

/** Place given sentences in the note; where the note is absent or worded otherwise, the sentences themselves are the note. */
export const recordOfGiven = (text: string, given: readonly Sentence[]): NoteRecord => {
  const placed = place(text, given);
  if (placed !== undefined) return { text, sentences: placed };
  const joined = given.map((sentence) => sentence.text).join("\n");
  return { text: joined, sentences: place(joined, given) ?? [] };
};

const place = (text: string, given: readonly Sentence[]): NoteRecord["sentences"] | undefined => {
  let from = 0;
  const sentences: NoteRecord["sentences"] = [];
  for (const { id, text: wanted } of given) {
    const start = text.indexOf(wanted, from);
    if (start < 0) return undefined;
    from = start + wanted.length;
    sentences.push({ id, text: wanted, start, end: from, heading: isHeading(wanted) });
  }
  return sentences;
};
