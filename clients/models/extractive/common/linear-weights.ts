import { z } from "zod";

/** A linear rule: the weight of each feature, and a constant. */
export const LinearWeights = z
  .object({ source: z.string().min(1), bias: z.number(), weights: z.record(z.string(), z.number()) })
  .transform(({ bias, weights }) => ({ bias, weights: new Map(Object.entries(weights)) }));
export type LinearWeights = z.infer<typeof LinearWeights>;

/** Score features. Formula: bias + Σ weight · value; a feature without a weight counts nothing. In: weights, features by name. Out: any number. */
export function scoreOf({ bias, weights }: LinearWeights, features: Iterable<readonly [string, number]>): number {
  let sum = bias;
  for (const [name, value] of features) sum += (weights.get(name) ?? 0) * value;
  return sum;
}
