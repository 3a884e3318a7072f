import { guessAnswer as prompt } from "../../../../prompts/bioasq/guess-answer.ts";
import { keyTerms } from "../../../../retrieval/key-phrases.ts";
import { ok } from "../../../../state/outcome.ts";
import { handles } from "../handler.ts";
import { kindOf, shapeOf } from "./candidate-shapes.ts";
import { evidenceFor } from "./evidence.ts";
import { idealSentences } from "./ideal-sentences.ts";
import { pickEntries } from "./pick-entries.ts";
import { rankCandidates } from "./rank-candidates.ts";

/**
 * Write a tentative answer from what was found so far: its best sentences, led by the key terms of the question that they lack, and the best candidates as terms.
 *
 * In: question, snippets (may be weak or none). Out: passage, terms; both empty where nothing was found, since then there is nothing to guess from.
 * If the encoder is down: its outcome.
 */
export const guessAnswer = handles(prompt, async ({ question, snippets }, extracting) => {
  const { settings } = extracting;
  const evidence = await evidenceFor(question, snippets, extracting);
  if (evidence.is !== "ok") return evidence;
  const limits = { maxWords: settings.idealWords, most: settings.guessSentences };
  const said = idealSentences(evidence.value, [], limits, settings)
    .map(({ text }) => text)
    .join(" ");
  if (said === "") return ok({ passage: "", terms: [] });
  const lacking = keyTerms(question, settings.guessTerms).filter((term) => !said.toLowerCase().includes(term.toLowerCase()));
  const named = rankCandidates(evidence.value, "factoid").filter(
    ({ text }) => kindOf(text) !== "number" && shapeOf(text) !== "number",
  );
  const ranked = pickEntries(named, { least: settings.guessTerms, most: settings.guessTerms, within: 0 });
  return ok({ passage: lacking.length === 0 ? said : `${lacking.join(", ")}: ${said}`, terms: ranked.map(({ text }) => text) });
});
