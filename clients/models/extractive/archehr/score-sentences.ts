import { scoreSentences as prompt } from "../../../../prompts/archehr/score-sentences.ts";
import { ok } from "../../../../state/outcome.ts";
import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { bestFirst, type Relevance, relevanceTo } from "../common/relevance.ts";
import { handles } from "../handler.ts";

/**
 * Score every sentence of a note for a question by its rank: the best share 4 and 5, the next 3, the better half of the rest 2, others 1.
 *
 * In: question, sentences, the note where they are a batch of it. Out: one score a sentence, in their order, by its rank in the note; none
 * above 2 when the note says nothing on the question. Headings score 1. If the encoder is down: its outcome.
 */
export const scoreSentences = handles(prompt, async ({ question, sentences, note }, extracting) => {
  const relevance = await relevanceTo(question, note ?? sentences, extracting);
  if (relevance.is !== "ok") return relevance;
  const scores = scoresOf(relevance.value, extracting.settings);
  return ok(sentences.map(({ id }) => ({ id, score: scores.get(id) ?? 1 })));
});

function scoresOf(relevance: Relevance, settings: ExtractiveSettings): Map<string, number> {
  const { strictShare, strictMost, topShare, backgroundShare } = settings;
  const ordered = bestFirst(relevance);
  const strict = Math.max(1, Math.min(strictMost, Math.round(strictShare * ordered.length)));
  const top = Math.max(1, Math.round(topShare * strict));
  const background = strict + Math.round(backgroundShare * ordered.length);
  const weak = background + Math.round((ordered.length - background) / 2);
  const bands = [
    { until: top, score: 5 },
    { until: strict, score: 4 },
    { until: background, score: 3 },
    { until: weak, score: 2 },
  ];
  return new Map(
    ordered.map(({ id }, place) => {
      const score = bands.find(({ until }) => place < until)?.score ?? 1;
      return [id, relevance.silent ? Math.min(2, score) : score];
    }),
  );
}
