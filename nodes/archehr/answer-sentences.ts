import type { Sentence } from "../../state/archehr.ts";
import { splitSentences } from "../../text/split-sentences.ts";

/** Put a text on one line: every run of white space becomes one space. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** Number the sentences of an answer from 1. Joined by one space they are the answer again. */
export const answerSentences = (answer: string): Sentence[] =>
  splitSentences(answer).map(({ text }, at) => ({ id: String(at + 1), text: oneLine(text) }));
