import { draftAnswer as prompt } from "../../../../prompts/archehr/draft-answer.ts";
import { NOT_STATED } from "../../../../prompts/archehr/not-stated.ts";
import { ok } from "../../../../state/outcome.ts";
import { firstWords } from "../../../../text/python-whitespace.ts";
import { pickSentences } from "../common/pick-sentences.ts";
import { plainSentence } from "../common/plain-sentence.ts";
import { bestFirst, relevanceTo } from "../common/relevance.ts";
import { handles } from "../handler.ts";

/**
 * Answer with sentences of the evidence: the most relevant that do not repeat each other, in the note's order.
 *
 * In: question, evidence, note, maxWords. Out: whole sentences of the evidence, at most maxWords words; the first words of the best one
 * when none is short enough; without evidence, that the note does not state the answer. If the encoder is down: its outcome.
 */
export const draftAnswer = handles(prompt, async ({ question, evidence, note, maxWords }, extracting) => {
  const all = note.length > 0 ? note : evidence;
  const relevance = await relevanceTo(question, all, extracting);
  if (relevance.is !== "ok") return relevance;
  const given = new Set(evidence.map(({ id }) => id));
  const ordered = bestFirst(relevance.value)
    .filter(({ id }) => given.has(id))
    .map((sentence) => ({ ...sentence, said: plainSentence(sentence.text) }));
  const { diversity } = extracting.settings;
  const chosen = new Set(pickSentences(ordered, { maxWords, diversity, most: ordered.length }).map(({ id }) => id));
  const said = all.filter(({ id }) => chosen.has(id)).map(({ text }) => plainSentence(text));
  const answer = [...new Set(said)].join(" ") || firstWords(ordered[0]?.said ?? NOT_STATED, maxWords);
  return ok({ answer });
});
