import { answerFactoid as prompt } from "../../../../prompts/bioasq/answer-factoid.ts";
import { failure, ok } from "../../../../state/outcome.ts";
import { handles } from "../handler.ts";
import { evidenceFor } from "./evidence.ts";
import { idealText } from "./ideal-text.ts";
import { rankCandidates } from "./rank-candidates.ts";

/**
 * Answer a factoid question with the stretches of text that rank best: named often and early, near the question's words, of the kind and shape that it asks for.
 *
 * In: question, snippets, most. Out: exact, at most `most` texts of the snippets, best first, no two alike; ideal. Without a candidate: empty. If the encoder is down: its outcome.
 */
export const answerFactoid = handles(prompt, async ({ question, snippets, most }, extracting) => {
  const evidence = await evidenceFor(question, snippets, extracting);
  if (evidence.is !== "ok") return evidence;
  const exact = rankCandidates(evidence.value, "factoid")
    .slice(0, most)
    .map(({ text }) => text);
  if (exact.length === 0) return failure("empty", "No snippet names anything that the question does not name itself.");
  return ok({ exact, ideal: idealText(evidence.value, exact.slice(0, 1), extracting.settings) });
});
