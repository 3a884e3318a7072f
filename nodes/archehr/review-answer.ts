import { NOT_STATED } from "../../prompts/archehr/not-stated.ts";
import type { ArchehrStep } from "../../state/archehr.ts";
import { ReviewDecision } from "../../state/review.ts";
import { ItemFailed } from "../common/item-failed.ts";
import { answerSentences, oneLine } from "./answer-sentences.ts";

type Reads = "caseId" | "question" | "answer" | "draft" | "evidence" | "alignment" | "citations" | "support";

/**
 * Hand the draft to a person and take their decision.
 *
 * In: the draft with its evidence and support states. Out: review; after an edit the person's answer, whose unchanged sentences keep
 * their citations; after a rejection the answer that the note does not state it, abstained.
 * The graph stops here until it is resumed with a ReviewDecision.
 */
export const reviewAnswer: ArchehrStep<Reads, "review" | "answer" | "draft" | "alignment" | "citations" | "abstained"> = async (
  { caseId, question, answer, draft, evidence, alignment, citations, support },
  runtime,
) => {
  if (runtime?.interrupt === undefined) {
    throw new ItemFailed("reviewAnswer", "misconfigured", "review needs a graph with a checkpointer; run with --checkpoint FILE");
  }
  const decision = ReviewDecision.parse(runtime.interrupt({ caseId, question, answer, draft, evidence, alignment, support }));
  if (decision.action === "approve") return { review: "approved" };
  if (decision.action === "reject") {
    return {
      review: "rejected",
      answer: NOT_STATED,
      draft: answerSentences(NOT_STATED),
      alignment: [{ answerId: "1", evidenceIds: [] }],
      citations: [],
      abstained: true,
    };
  }
  const edited = oneLine(decision.answer);
  const sentences = answerSentences(edited);
  const before = new Map(draft.map(({ id, text }) => [text, id]));
  return {
    review: "edited",
    answer: edited,
    draft: sentences,
    alignment: sentences.map(({ id, text }) => ({
      answerId: id,
      evidenceIds: alignment.find(({ answerId }) => answerId === before.get(text))?.evidenceIds ?? [],
    })),
    citations: sentences.flatMap(({ id, text }) =>
      citations.filter(({ answerId }) => answerId === before.get(text)).map((citation) => ({ ...citation, answerId: id })),
    ),
  };
};
