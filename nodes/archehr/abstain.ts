import { NOT_STATED } from "../../prompts/archehr/not-stated.ts";
import type { ArchehrStep } from "../../state/archehr.ts";
import { answerSentences } from "./answer-sentences.ts";

/**
 * Answer that the note does not state the answer.
 *
 * In: nothing. Out: answer, draft, evidence [], length within, abstained true. The reason stands in the fallback of selectEvidence.
 *
 * @cite spec archehr best 8
 */
export const abstain: ArchehrStep<never, "answer" | "draft" | "evidence" | "length" | "abstained"> = async () => ({
  answer: NOT_STATED,
  draft: answerSentences(NOT_STATED),
  evidence: [],
  length: "within",
  abstained: true,
});
