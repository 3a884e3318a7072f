import type { Handler } from "../handler.ts";
import { answerFactoid } from "./answer-factoid.ts";
import { answerList } from "./answer-list.ts";
import { answerSummary } from "./answer-summary.ts";
import { answerYesno } from "./answer-yesno.ts";
import { draftIdeal } from "./draft-ideal.ts";
import { expandQuestion } from "./expand-question.ts";
import { guessAnswer } from "./guess-answer.ts";

/** What the extractive model answers of the bioasq graph. */
export const BIOASQ_HANDLERS: readonly Handler[] = [
  expandQuestion,
  guessAnswer,
  answerYesno,
  answerFactoid,
  answerList,
  answerSummary,
  draftIdeal,
];
