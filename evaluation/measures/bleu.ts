import { countShared, ngrams, tally } from "./tally.ts";
import { tokenize13a } from "./tokenize-13a.ts";

export type Bleu = {
  score: number;
  precisions: number[];
  brevityPenalty: number;
  predictionLength: number;
  referenceLength: number;
};

/**
 * Score one text as evaluate's "bleu" does, called a text at a time (ArchEHR).
 *
 * Formula: BP exp(Σ ln P_n / 4), n = 1-4, unsmoothed; BP = exp(1 - r/c) unless c > r.
 * In: the prediction; one or more references (n-grams clipped by the highest count, length of the shortest). Out: 0-1, case-sensitive 13a tokens.
 * Under four tokens, or without a shared 4-gram: 0. Empty text or reference: 0 (the official function divides by zero there).
 * @cite papineni2002bleu §2
 */
export function bleu(prediction: string, references: readonly string[]): Bleu {
  const predicted = tokenize13a(prediction);
  const expected = references.map(tokenize13a);
  const predictionLength = predicted.length;
  const referenceLength = Math.min(...expected.map((tokens) => tokens.length));
  const precisions = ORDERS.map((n) => clippedPrecision(predicted, expected, n));
  if (predictionLength === 0 || !(referenceLength > 0 && Number.isFinite(referenceLength)))
    return {
      score: 0,
      precisions,
      brevityPenalty: 0,
      predictionLength,
      referenceLength: expected.length === 0 ? 0 : referenceLength,
    };
  const logMean = precisions.reduce((sum, precision) => sum + Math.log(precision), 0) / ORDERS.length;
  const brevityPenalty = predictionLength > referenceLength ? 1 : Math.exp(1 - referenceLength / predictionLength);
  return { score: Math.exp(logMean) * brevityPenalty, precisions, brevityPenalty, predictionLength, referenceLength };
}

function clippedPrecision(predicted: readonly string[], expected: readonly string[][], n: number): number {
  const highest = new Map<string, number>();
  for (const tokens of expected)
    for (const [gram, count] of tally(ngrams(tokens, n))) highest.set(gram, Math.max(count, highest.get(gram) ?? 0));
  const possible = Math.max(0, predicted.length - n + 1);
  return possible === 0 ? 0 : countShared(tally(ngrams(predicted, n)), highest) / possible;
}

const ORDERS = [1, 2, 3, 4] as const;
