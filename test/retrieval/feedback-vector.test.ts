import fc from "fast-check";
import { expect, test } from "vitest";
import { feedbackVector } from "../../retrieval/feedback-vector.ts";
import { cosine } from "../../retrieval/vectors.ts";

const f = (...numbers: number[]) => Float32Array.from(numbers);
const close = (vector: Float32Array) => [...vector].map((value) => expect.closeTo(value, 6));

// Question (1, 0), article (0, 1), weight .75: (1, .75) has length 1.25, so (.8, .6).
test("the question moves towards an article by the weight, and stays of unit length", () => {
  expect([...feedbackVector(f(2, 0), [{ vector: f(0, 5), score: 0.3 }], 0.75)]).toEqual(close(f(0.8, 0.6)));
});

// Scores 3 and 4 of articles (1, 0, 0) and (0, 1, 0): mean (.6, .8, 0); question (0, 0, 1), weight 1: all over the root of 2.
test("articles count by their scores, stored as integers or not", () => {
  const first = [
    { vector: Int8Array.from([127, 0, 0]), score: 3 },
    { vector: f(0, 0.5, 0), score: 4 },
  ];
  const root = Math.SQRT1_2;
  expect([...feedbackVector(f(0, 0, 1), first, 1)]).toEqual(close(f(0.6 * root, 0.8 * root, root)));
});

test("without articles, without weight, or with articles that cancel out, the question keeps its direction", () => {
  expect([...feedbackVector(f(3, 4), [], 0.4)]).toEqual(close(f(0.6, 0.8)));
  expect([...feedbackVector(f(3, 4), [{ vector: f(0, 1), score: 1 }], 0)]).toEqual(close(f(0.6, 0.8)));
  const opposite = [
    { vector: f(1, 0), score: 1 },
    { vector: f(-1, 0), score: 1 },
  ];
  expect([...feedbackVector(f(3, 4), opposite, 0.4)]).toEqual(close(f(0.6, 0.8)));
  expect([...feedbackVector(f(0, 0), [], 0.4)]).toEqual([0, 0]);
});

test("vectors of two encoders are refused", () => {
  expect(() => feedbackVector(f(1, 0), [{ vector: f(1, 0, 0), score: 1 }], 0.4)).toThrow("different encoders");
});

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((numbers) => Float32Array.from(numbers));
test("the moved question is never farther from one article than the question was", () => {
  fc.assert(
    fc.property(vector, vector, fc.double({ min: 0, max: 1, noNaN: true }), (question, article, weight) => {
      const moved = feedbackVector(question, [{ vector: article, score: 1 }], weight);
      expect(cosine(moved, article)).toBeGreaterThanOrEqual(cosine(question, article) - 1e-5);
    }),
  );
});
