import { f1 } from "./f1.ts";
import { lcsLength, unionLcs } from "./longest-common-subsequence.ts";
import type { PrecisionRecallF } from "./rouge-155.ts";
import { rougeTokens } from "./rouge-tokens.ts";
import { countShared, ngrams, tally } from "./tally.ts";

export type Rouge = { rouge1: PrecisionRecallF; rouge2: PrecisionRecallF; rougeL: PrecisionRecallF; rougeLsum: PrecisionRecallF };

/**
 * Score a text as Google's rouge_score does (ROUGE-1, -2, -L, -Lsum), the profile of ArchEHR when no stemmer is given.
 *
 * Formula: P = hits / prediction, R = hits / reference, F = 2PR / (P + R); hits are shared n-grams, the LCS, or the union LCS of lines.
 * In: the prediction; one or more references (best F of each measure counts); a stemmer or none. Out: 0-1. Empty text: 0.
 * @cite lin2004rouge §2-3
 */
export function rouge(prediction: string, references: readonly string[], stem?: (word: string) => string): Rouge {
  const scores = references.map((reference) => scorePair(prediction, reference, stem));
  const best = (name: keyof Rouge) =>
    scores
      .map((score) => score[name])
      .reduce((kept, next) => (next.f > kept.f ? next : kept), scores[0]?.[name] ?? { p: 0, r: 0, f: 0 });
  return { rouge1: best("rouge1"), rouge2: best("rouge2"), rougeL: best("rougeL"), rougeLsum: best("rougeLsum") };
}

function scorePair(prediction: string, reference: string, stem?: (word: string) => string): Rouge {
  const predicted = rougeTokens(prediction, stem);
  const expected = rougeTokens(reference, stem);
  const linesOf = (text: string) => text.split("\n").map((line) => rougeTokens(line, stem));
  return {
    rouge1: ngramScore(predicted, expected, 1),
    rouge2: ngramScore(predicted, expected, 2),
    rougeL: ratio(lcsLength(expected, predicted), predicted.length, expected.length),
    rougeLsum: ratio(summaryHits(linesOf(prediction), linesOf(reference)), predicted.length, expected.length),
  };
}

function ngramScore(predicted: readonly string[], expected: readonly string[], n: number): PrecisionRecallF {
  const [a, b] = [ngrams(predicted, n), ngrams(expected, n)];
  return ratio(countShared(tally(a), tally(b)), a.length, b.length);
}

/** No word counts more often than either text has it. @cite lin2004rouge §3.2 */
function summaryHits(predictedLines: readonly string[][], expectedLines: readonly string[][]): number {
  const predictedLeft = tally(predictedLines.flat());
  const expectedLeft = tally(expectedLines.flat());
  let hits = 0;
  for (const word of expectedLines.flatMap((line) => unionLcs(line, predictedLines))) {
    const [inPrediction, inReference] = [predictedLeft.get(word) ?? 0, expectedLeft.get(word) ?? 0];
    if (inPrediction === 0 || inReference === 0) continue;
    predictedLeft.set(word, inPrediction - 1);
    expectedLeft.set(word, inReference - 1);
    hits += 1;
  }
  return hits;
}

function ratio(hits: number, predicted: number, expected: number): PrecisionRecallF {
  const p = predicted === 0 ? 0 : hits / predicted;
  const r = expected === 0 ? 0 : hits / expected;
  return { p, r, f: f1(p, r) };
}
