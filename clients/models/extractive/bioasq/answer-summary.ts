import { answerSummary as prompt } from "../../../../prompts/bioasq/answer-summary.ts";
import { failure, ok } from "../../../../state/outcome.ts";
import { handles } from "../handler.ts";
import { evidenceFor } from "./evidence.ts";
import { idealText } from "./ideal-text.ts";

/**
 * Answer a summary question with sentences of its snippets.
 *
 * In: question, snippets. Out: ideal, on one line. Without a sentence to go by: empty. If the encoder is down: its outcome.
 */
export const answerSummary = handles(prompt, async ({ question, snippets }, extracting) => {
  const evidence = await evidenceFor(question, snippets, extracting);
  if (evidence.is !== "ok") return evidence;
  const ideal = idealText(evidence.value, [], extracting.settings);
  return ideal === "" ? failure("empty", "No snippet holds a sentence to answer from.") : ok({ ideal });
});
