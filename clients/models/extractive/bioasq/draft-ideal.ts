import { draftIdeal as prompt } from "../../../../prompts/bioasq/draft-ideal.ts";
import { failure, ok } from "../../../../state/outcome.ts";
import { handles } from "../handler.ts";
import { evidenceFor } from "./evidence.ts";
import { idealSentences } from "./ideal-sentences.ts";

/**
 * Write an ideal answer of sentences of the snippets, each cited to the snippets that hold it word for word.
 *
 * In: question, type, exact answer in words, snippets, maxWords. Out: sentences, at most maxWords words in all. Without a sentence to go by: empty.
 * If the encoder is down: its outcome.
 */
export const draftIdeal = handles(prompt, async ({ question, type, exact, snippets, maxWords }, extracting) => {
  const { settings } = extracting;
  const evidence = await evidenceFor(question, snippets, extracting);
  if (evidence.is !== "ok") return evidence;
  // "yes" and "no" stand in many sentences without answering.
  const named = type === "factoid" ? exact.split(", ").slice(0, 1) : type === "list" ? exact.split(", ") : [];
  const sentences = idealSentences(evidence.value, named, { maxWords, most: settings.idealSentences }, settings);
  return sentences.length === 0 ? failure("empty", "No snippet holds a sentence to answer from.") : ok({ sentences });
});
