import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { BoostedTrees, chanceOf } from "../../retrieval/boosted-trees.ts";
import { evidenceSentences, sentenceEvidence } from "../../retrieval/sentence-evidence.ts";
import { type EvidenceQuestion, sentenceEvidenceFeatures } from "../../retrieval/sentence-evidence-features.ts";

const vector = (...values: number[]) => Float32Array.from(values);
const question: EvidenceQuestion = {
  claim: { text: "Patiromer lowers serum potassium by 2 mmol", vector: vector(1, 0) },
  title: "Patiromer in kidney disease",
  sentences: [
    { text: "Hyperkalaemia is common.", vector: vector(0, 1) },
    { text: "Patiromer lowered serum potassium.", vector: vector(1, 0) },
    { text: "Mortality did not differ.", vector: vector(0, 1) },
  ],
};

describe("features of a sentence", () => {
  it("say how alike it is, where it stands, and what its neighbours say", () => {
    const [first, second, third] = sentenceEvidenceFeatures(question);
    expect([first?.cosine, second?.cosine, third?.cosine]).toEqual([0, 1, 0]);
    expect(second).toMatchObject({ cosineBest: 1, cosineRank: 0, overlapBest: 1, place: 0.5, first: 0, last: 0, nextToLast: 1 });
    // The claim's forms: patirom, lower, serum, potassium, 2, mmol. Four are in one sentence of three, ln(1 + 2.5 / 1.5) = 0.981 each;
    // two in none, ln(1 + 3.5 / 0.5) = 2.079 each: 3.924 / 8.082. The four are three of the claim's five pairs.
    expect(second?.overlap).toBeCloseTo(0.4855, 3);
    expect(second?.pairs).toBeCloseTo(3 / 5);
    expect(first).toMatchObject({ nextCosine: 1, previousCosine: 0, first: 1, place: 0, lastAlike: 0 });
    expect(third).toMatchObject({ previousCosine: 1, nextCosine: 0, last: 1, place: 1, reporting: 1 });
  });

  it("count numbers of the claim that the sentence repeats", () => {
    const sentences = [{ text: "It fell by 2 mmol in 7 days.", vector: undefined }];
    expect(sentenceEvidenceFeatures({ ...question, sentences })[0]).toMatchObject({ sharedNumbers: 1, numbers: 0.5, cosine: 0 });
  });

  it("exist for empty texts and for no sentences", () => {
    const empty = { text: "", vector: undefined };
    expect(sentenceEvidenceFeatures({ claim: empty, title: "", sentences: [] })).toEqual([]);
    const [only] = sentenceEvidenceFeatures({ claim: empty, title: "", sentences: [empty] });
    expect(Object.values(only ?? {}).every(Number.isFinite)).toBe(true);
  });
});

describe("the probability that a sentence is evidence", () => {
  it("is highest for the sentence that says what the claim says, by either model", () => {
    for (const model of ["abstract", "anywhere"] as const) {
      const probabilities = sentenceEvidence(question, model);
      expect(probabilities.indexOf(Math.max(...probabilities))).toBe(1);
    }
  });

  it("does not depend on place where the model is for any text", () => {
    const [a, b] = [question.sentences[1]!, question.sentences[0]!];
    const of = (sentences: EvidenceQuestion["sentences"]) => sentenceEvidence({ ...question, sentences }, "anywhere");
    const [before, after] = [of([a, b, b]), of([b, b, a])];
    // Beside the same neighbour on one side only; the other side counts as 0 at both ends.
    expect(Math.abs(before[0]! - after[2]!)).toBeLessThan(0.1);
  });

  it("is a probability whatever the texts and vectors", () => {
    const text = fc.record({
      text: fc.string(),
      vector: fc.option(fc.constantFrom(vector(1, 0), vector(0, 1), vector(-1, 0)), { nil: undefined }),
    });
    fc.assert(
      fc.property(text, fc.string(), fc.array(text, { maxLength: 8 }), (claim, title, sentences) => {
        const probabilities = sentenceEvidence({ claim, title, sentences });
        expect(probabilities).toHaveLength(sentences.length);
        for (const p of probabilities) expect(p > 0 && p < 1).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe("choosing evidence sentences", () => {
  it("takes those above the threshold in the text's order, at most so many", () => {
    expect(evidenceSentences([0.5, 0.1, 0.9, 0.6], "abstract", 4)).toEqual([0, 2, 3]);
    expect(evidenceSentences([0.5, 0.1, 0.9, 0.6], "abstract", 2)).toEqual([2, 3]);
  });

  it("takes the most probable where none is above it, and none of none", () => {
    expect(evidenceSentences([0.01, 0.02])).toEqual([1]);
    expect(evidenceSentences([])).toEqual([]);
  });
});

describe("the trees of abstracts", () => {
  it("give the probabilities that Python's do, on rows about their thresholds", () => {
    const stored = JSON.parse(readFileSync(new URL("../../retrieval/sentence-evidence.json", import.meta.url), "utf8"));
    const trees = BoostedTrees.parse(stored.abstract);
    const Rows = z.array(z.object({ features: z.record(z.string(), z.number()), chance: z.number() }));
    const file = new URL("../fixtures/retrieval/abstract-trees.json", import.meta.url);
    const rows = Rows.parse(JSON.parse(readFileSync(file, "utf8")));
    expect(rows).toHaveLength(40);
    // Python compares in single precision, so a value at a threshold could differ; none of these is at one.
    for (const { features, chance } of rows) expect(chanceOf(trees, features)).toBeCloseTo(chance, 9);
    expect(new Set(rows.map(({ chance }) => chance.toFixed(3))).size).toBeGreaterThan(20);
  });
});
