import { answerList as prompt } from "../../../../prompts/bioasq/answer-list.ts";
import { failure, ok } from "../../../../state/outcome.ts";
import { handles } from "../handler.ts";
import { evidenceFor } from "./evidence.ts";
import { idealText } from "./ideal-text.ts";
import { askedNumber, pickEntries } from "./pick-entries.ts";
import { rankCandidates } from "./rank-candidates.ts";

/**
 * Answer a list question with the candidates that rank near the best one.
 *
 * In: question, snippets, most. Out: exact, at most `most`, listMost, or the number that the question names; each a text of the snippets, none inside another; ideal.
 * Without a candidate: empty. If the encoder is down: its outcome.
 */
export const answerList = handles(prompt, async ({ question, snippets, most }, extracting) => {
  const { settings } = extracting;
  const evidence = await evidenceFor(question, snippets, extracting);
  if (evidence.is !== "ok") return evidence;
  const limits = {
    least: settings.listLeast,
    most: Math.min(most, askedNumber(question) ?? settings.listMost),
    within: settings.listWithin,
  };
  const exact = pickEntries(rankCandidates(evidence.value, "list"), limits).map(({ text }) => text);
  if (exact.length === 0) return failure("empty", "No snippet names anything that the question does not name itself.");
  return ok({ exact, ideal: idealText(evidence.value, exact, settings) });
});
