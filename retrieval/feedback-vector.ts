import { dot } from "./vectors.ts";

/** An article's vector and its score, 0 or more. */
export type Scored = { vector: ArrayLike<number>; score: number };

/**
 * Move a question's vector towards the articles that were ranked first: pseudo-relevance feedback in the space of the encoder.
 *
 * Formula: q / |q| + weight × f / |f|, where f is the mean of the articles' unit vectors, each weighed by its score; scaled to unit length.
 * In: the question's vector; the first articles, of the same encoder, stored or not; weight, 0 or more. Out: a unit vector; the question's own direction where there is no article or they
 * cancel each other out.
 * @cite rocchio1971relevance; li2023prf
 */
export function feedbackVector(question: Float32Array, first: readonly Scored[], weight: number): Float32Array {
  const mean = new Float32Array(question.length);
  for (const { vector, score } of first) {
    if (vector.length !== question.length)
      throw new RangeError(
        `A question of ${question.length} numbers and an article of ${vector.length} come from different encoders.`,
      );
    add(mean, unit(Float32Array.from(vector)), Math.max(0, score));
  }
  const moved = unit(question);
  add(moved, unit(mean), weight);
  return unit(moved);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

function add(to: Float32Array, vector: Float32Array, weight: number): void {
  for (let i = 0; i < to.length; i++) to[i]! += weight * vector[i]!; // both have this length
}
