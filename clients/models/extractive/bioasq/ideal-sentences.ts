import { createRequire } from "node:module";
import { cosine } from "../../../../retrieval/vectors.ts";
import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import { hardCut } from "../../../../text/hard-cut.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { LinearWeights, scoreOf } from "../common/linear-weights.ts";
import { answerSentence } from "./answer-sentence.ts";
import type { Evidence, EvidenceSentence } from "./evidence.ts";
import { idealFeatures } from "./ideal-features.ts";

const WEIGHTS = LinearWeights.parse(createRequire(import.meta.url)("./ideal-weights.json"));

/** A sentence of an ideal answer and the numbers of the snippets that hold it. */
export type IdealSentence = { text: string; snippets: number[] };

type Limits = { maxWords: number; most: number };
type Scored = EvidenceSentence & { said: string; words: number; score: number };

/**
 * Choose the sentences of an ideal answer: those that most likely stand in one, unlike each other, as many as the limits hold.
 * In: evidence; exact answers (a sentence that names one gains); limits (words in all, sentences); settings.
 * Out: sentences in the order of choice, each on one line with a snippet that holds it; where even the best one is too long, its first words. Empty without evidence.
 * @cite carbonell1998mmr §2
 */
export function idealSentences(
  evidence: Evidence,
  exact: readonly string[],
  { maxWords, most }: Limits,
  settings: ExtractiveSettings,
): IdealSentence[] {
  const features = idealFeatures(evidence);
  const named = exact.map((entry) => entry.toLowerCase()).filter((entry) => entry !== "");
  const scored = evidence.sentences.flatMap((sentence, at): Scored[] => {
    const said = answerSentence(sentence.text);
    const names = named.some((entry) => sentence.text.toLowerCase().includes(entry));
    const learned = scoreOf(WEIGHTS, Object.entries(features[at] ?? {}));
    const score = learned + settings.idealRelevance * sentence.relevance + (names ? settings.answerBonus : 0);
    return said === "" ? [] : [{ ...sentence, said, words: countWords(said), score }];
  });
  const chosen = choose(scored, { maxWords, most }, settings);
  if (chosen.length > 0) return chosen.map(({ said, snippets }) => ({ text: said, snippets: [...snippets] }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best === undefined ? [] : [{ text: hardCut(best.said, maxWords).text, snippets: [...best.snippets] }];
}

function choose(scored: readonly Scored[], { maxWords, most }: Limits, settings: ExtractiveSettings): Scored[] {
  const chosen: Scored[] = [];
  let room = maxWords;
  while (chosen.length < most) {
    let next: { sentence: Scored; gain: number } | undefined;
    for (const sentence of scored) {
      const alike = Math.max(0, ...chosen.map(({ vector }) => cosine(vector, sentence.vector)));
      if (sentence.words > room || chosen.includes(sentence) || alike >= settings.idealRepeats) continue;
      if (sentence.score < settings.idealShare * (chosen[0]?.score ?? Number.NEGATIVE_INFINITY)) continue;
      const gain = sentence.score - settings.idealDiversity * alike;
      if (next === undefined || gain > next.gain) next = { sentence, gain };
    }
    if (next === undefined) break;
    chosen.push(next.sentence);
    room -= next.sentence.words;
  }
  return chosen;
}
