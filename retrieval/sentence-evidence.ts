import { createRequire } from "node:module";
import { z } from "zod";
import { BoostedTrees, chanceOf } from "./boosted-trees.ts";
import { type EvidenceQuestion, type SentenceFeatures, sentenceEvidenceFeatures } from "./sentence-evidence-features.ts";

const threshold = z.number().min(0).max(1);
const models = z
  .object({
    abstract: z.intersection(z.object({ threshold }), BoostedTrees),
    anywhere: z.object({ source: z.string(), threshold, bias: z.number(), weights: z.record(z.string(), z.number()) }),
  })
  .parse(createRequire(import.meta.url)("./sentence-evidence.json"));

/** `abstract` knows where abstracts put their findings; `anywhere` uses likeness alone, for notes and single passages. */
export type EvidenceModel = "abstract" | "anywhere";

/**
 * Estimate, for each sentence of a text, the probability that it is evidence on a claim, for or against it.
 *
 * Trained on SciFact's training claims: `abstract` by boosted trees, `anywhere` by logistic regression, 1 / (1 + exp(−(bias + Σ weight · feature))).
 * In: claim, title and sentences in order, with vectors of the encoder; the model. Out: probabilities[n] in the order of the sentences, 0-1;
 * calibrated for abstracts known to hold evidence, so on a text that may hold none they are too high, and on clinical notes only their order counts.
 * @cite wadden2020scifact §5.2
 */
export function sentenceEvidence(question: EvidenceQuestion, model: EvidenceModel = "abstract"): number[] {
  const chance = model === "abstract" ? (features: SentenceFeatures) => chanceOf(models.abstract, features) : byLikeness;
  return sentenceEvidenceFeatures(question).map(chance);
}

function byLikeness(features: SentenceFeatures): number {
  const { bias, weights } = models.anywhere;
  const sum = Object.entries(weights).reduce((total, [name, weight]) => total + weight * (features[name] ?? Number.NaN), bias);
  return 1 / (1 + Math.exp(-sum));
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
