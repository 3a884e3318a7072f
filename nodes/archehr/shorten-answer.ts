import type { ArchehrStep } from "../../state/archehr.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { softCut } from "../../text/soft-cut.ts";
import { answerSentences } from "./answer-sentences.ts";

/**
 * Cut an over-long answer at a sentence end where that keeps enough, else hard, with a period.
 *
 * In: answer over answerMaxWords words. Out: answer within them, its sentences, length within; one fallback.
 *
 * @cite healthnlp2026 §3.3
 */
export const shortenAnswer: ArchehrStep<"answer" | "settings", "answer" | "draft" | "length"> = async ({ answer, settings }) => {
  const { answerMaxWords: maxWords, softCutKeepShare: keepShare, softCutEnd: end } = settings;
  const shortened = softCut(answer, { maxWords, keepShare, end });
  return {
    answer: shortened.text,
    draft: answerSentences(shortened.text),
    length: "within",
    fallbacks: [
      {
        step: "shortenAnswer",
        code: "overLength",
        reason: `the answer has ${countWords(answer)} words; at most ${maxWords} are allowed`,
        instead: shortened.cut === "hard" ? "cut it hard and added a period" : "cut it at a sentence end",
      },
    ],
  };
};
