import { alignAnswer } from "../prompts/archehr/align-answer.ts";
import { alignSentence } from "../prompts/archehr/align-sentence.ts";
import { draftAnswer } from "../prompts/archehr/draft-answer.ts";
import { draftCitedAnswer } from "../prompts/archehr/draft-cited-answer.ts";
import { interpretQuestion } from "../prompts/archehr/interpret-question.ts";
import { repairSentence } from "../prompts/archehr/repair-sentence.ts";
import { scoreSentences } from "../prompts/archehr/score-sentences.ts";
import { answerFactoid } from "../prompts/bioasq/answer-factoid.ts";
import { answerList } from "../prompts/bioasq/answer-list.ts";
import { answerSummary } from "../prompts/bioasq/answer-summary.ts";
import { answerYesno } from "../prompts/bioasq/answer-yesno.ts";
import { draftIdeal } from "../prompts/bioasq/draft-ideal.ts";
import { expandQuestion } from "../prompts/bioasq/expand-question.ts";
import { guessAnswer } from "../prompts/bioasq/guess-answer.ts";
import { verifyClaim } from "../prompts/common/verify-claim.ts";

const PROMPTS = {
  archehr: [
    interpretQuestion,
    scoreSentences,
    draftCitedAnswer,
    draftAnswer,
    alignAnswer,
    alignSentence,
    repairSentence,
    verifyClaim,
  ],
  bioasq: [expandQuestion, guessAnswer, answerYesno, answerFactoid, answerList, answerSummary, draftIdeal, verifyClaim],
};

/** The prompts of a graph as id@version, so that a run tells which texts it used. */
export const promptVersions = (graph: "archehr" | "bioasq"): string[] =>
  PROMPTS[graph].map(({ id, version }) => `${id}@${version}`);
