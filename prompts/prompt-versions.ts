import { alignAnswer } from "./archehr/align-answer.ts";
import { alignSentence } from "./archehr/align-sentence.ts";
import { draftAnswer } from "./archehr/draft-answer.ts";
import { draftCitedAnswer } from "./archehr/draft-cited-answer.ts";
import { interpretQuestion } from "./archehr/interpret-question.ts";
import { repairSentence } from "./archehr/repair-sentence.ts";
import { scoreSentences } from "./archehr/score-sentences.ts";
import { answerFactoid } from "./bioasq/answer-factoid.ts";
import { answerList } from "./bioasq/answer-list.ts";
import { answerSummary } from "./bioasq/answer-summary.ts";
import { answerYesno } from "./bioasq/answer-yesno.ts";
import { draftIdeal } from "./bioasq/draft-ideal.ts";
import { expandQuestion } from "./bioasq/expand-question.ts";
import { guessAnswer } from "./bioasq/guess-answer.ts";
import { verifyClaim } from "./common/verify-claim.ts";

/** The prompts of each graph, in the order of its path. */
export const PROMPTS = {
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
