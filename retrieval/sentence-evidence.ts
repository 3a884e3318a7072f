import { createRequire } from "node:module";
import { z } from "zod";
import { type EvidenceQuestion, sentenceEvidenceFeatures } from "./sentence-evidence-features.ts";

const Model = z.object({ bias: z.number(), threshold: z.number(), weights: z.record(z.string(), z.number()) });
const models = z
  .object({ source: z.string(), abstract: Model, anywhere: Model })
  .parse(createRequire(import.meta.url)("./sentence-evidence.json"));

/** `abstract` knows where abstracts put their findings; `anywhere` uses likeness alone, for notes and single passages. */
export type EvidenceModel = "abstract" | "anywhere";

/**
 * Estimate, for each sentence of a text, the probability that it is evidence on a claim, for or against it.
 *
 * Formula: 1 / (1 + exp(−(bias + Σ weight · feature))), a logistic regression trained on SciFact's training claims.
 * In: claim, title and sentences in order, with vectors of the encoder; the model. Out: probabilities[n] in the order of the sentences, 0-1;
 * calibrated for abstracts known to hold evidence, so on a text that may hold none they are too high, and on clinical notes only their order counts.
 * @cite wadden2020scifact §5.2
 */
export function sentenceEvidence(question: EvidenceQuestion, model: EvidenceModel = "abstract"): number[] {
  const { bias, weights } = models[model];
  const known = Object.entries(weights);
  return sentenceEvidenceFeatures(question).map((features) => {
    const sum = known.reduce((total, [name, weight]) => total + weight * (features[name] ?? Number.NaN), bias);
    return 1 / (1 + Math.exp(-sum));
  });
}

/**
 * Choose the evidence sentences of a text that is known to hold some.
 *
 * In: probabilities of sentenceEvidence, most sentences (count). Out: places of those at or above the model's threshold (chosen for F1 on training
 * claims), in order; the most probable one where none reaches it. No sentences: none.
 */
export function evidenceSentences(probabilities: readonly number[], model: EvidenceModel = "abstract", most = 4): number[] {
  const best = probabilities.map((probability, at) => ({ probability, at })).sort((a, b) => b.probability - a.probability);
  const enough = best.slice(0, most).filter(({ probability }) => probability >= models[model].threshold);
  return (enough.length > 0 ? enough : best.slice(0, 1)).map(({ at }) => at).sort((a, b) => a - b);
}
