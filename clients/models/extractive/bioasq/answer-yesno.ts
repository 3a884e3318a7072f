import { createRequire } from "node:module";
import { answerYesno as prompt } from "../../../../prompts/bioasq/answer-yesno.ts";
import { failure, ok } from "../../../../state/outcome.ts";
import { LinearWeights, scoreOf } from "../common/linear-weights.ts";
import { handles } from "../handler.ts";
import { evidenceFor } from "./evidence.ts";
import { idealText } from "./ideal-text.ts";
import { yesnoFeatures } from "./yesno-features.ts";

const WEIGHTS = LinearWeights.parse(createRequire(import.meta.url)("./yesno-weights.json"));

/**
 * Answer a yes/no question by how its evidence words the findings: cues of failure, negation and doubt near the question, opposites of its words, what of it is missing.
 *
 * In: question, snippets. Out: no where the chance of no reaches noFrom; ideal: the sentences that most likely stand in an answer.
 * Without a sentence to go by: empty. If the encoder is down: its outcome.
 */
export const answerYesno = handles(prompt, async ({ question, snippets }, extracting) => {
  const evidence = await evidenceFor(question, snippets, extracting);
  if (evidence.is !== "ok") return evidence;
  if (evidence.value.sentences.length === 0) return failure("empty", "No snippet holds a sentence to answer from.");
  const chance = 1 / (1 + Math.exp(-scoreOf(WEIGHTS, Object.entries(yesnoFeatures(evidence.value)))));
  return ok({
    exact: chance >= extracting.settings.noFrom ? "no" : "yes",
    ideal: idealText(evidence.value, [], extracting.settings),
  });
});
