import type { Handler } from "../handler.ts";
import { alignAnswer } from "./align-answer.ts";
import { alignSentence } from "./align-sentence.ts";
import { draftAnswer } from "./draft-answer.ts";
import { draftCitedAnswer } from "./draft-cited-answer.ts";
import { interpretQuestion } from "./interpret-question.ts";
import { repairSentence } from "./repair-sentence.ts";
import { scoreSentences } from "./score-sentences.ts";

/** What the extractive model answers of the archehr graph. */
export const ARCHEHR_HANDLERS: readonly Handler[] = [
  interpretQuestion,
  scoreSentences,
  draftAnswer,
  draftCitedAnswer,
  alignAnswer,
  alignSentence,
  repairSentence,
];
