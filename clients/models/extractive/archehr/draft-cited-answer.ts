import { draftCitedAnswer as prompt } from "../../../../prompts/archehr/draft-cited-answer.ts";
import { ok } from "../../../../state/outcome.ts";
import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { pickSentences } from "../common/pick-sentences.ts";
import { plainSentence } from "../common/plain-sentence.ts";
import { bestFirst, probable, relevanceTo } from "../common/relevance.ts";
import { type Extracting, handles } from "../handler.ts";

/**
 * Answer from the whole note, each sentence citing the note sentence that it is.
 *
 * In: question, note, maxWords. Out: sentences in the note's order, at most maxWords words in all; none when the note says nothing on the question.
 * Samples differ in what they weigh: both measures, meaning more, words more. If the encoder is down: its outcome.
 */
export const draftCitedAnswer = handles(prompt, async ({ question, note, maxWords }, extracting) => {
  const relevance = await relevanceTo(question, note, sampled(extracting));
  if (relevance.is !== "ok") return relevance;
  if (relevance.value.silent) return ok({ sentences: [] });
  const { settings } = extracting;
  const ordered = bestFirst(relevance.value).map((sentence) => ({ ...sentence, said: plainSentence(sentence.text) }));
  const strict = probable(relevance.value, { note: settings.strictFrom, abstract: settings.abstractStrictFrom }, settings);
  const most = Math.max(1, strict.length);
  const chosen = new Set(pickSentences(ordered, { maxWords, diversity: 0, most }).map(({ id }) => id));
  const sentences = note
    .filter(({ id }) => chosen.has(id))
    .map(({ id, text }) => ({ text: plainSentence(text), citations: [id] }));
  return ok({ sentences });
});

/** Sample 0 is the settings' own mix; later ones lean to meaning and to words in turn. */
const sampled = (extracting: Extracting): Extracting => {
  const { sample, settings } = extracting;
  if (sample === 0) return extracting;
  const { cosineWeight } = settings;
  const leaning: Pick<ExtractiveSettings, "cosineWeight"> = {
    cosineWeight: sample % 2 === 1 ? (1 + cosineWeight) / 2 : cosineWeight / 2,
  };
  return { ...extracting, settings: { ...settings, ...leaning } };
};
