import { describe, expect, it } from "vitest";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { weaknessSignals, weakQuestion } from "../../retrieval/weak-question.ts";

const thresholds = {
  minCandidates: 5,
  minRelevance: 0.35,
  weakBelow: 0.35,
  weakShare: 0.6,
  maxRedundancy: 0.9,
  minOverlap: 0.34,
};
const strong = { candidates: 60, relevance: 0.8, scores: [0.9, 0.8, 0.2], redundancy: 0.3, overlap: 1 };

describe("weakQuestion", () => {
  it("finds nothing to object to in good evidence", () => {
    expect(weakQuestion(strong, thresholds)).toEqual({ weak: false, reasons: [] });
  });

  it("names each signal that is too low or too high", () => {
    const cases = [
      [{ candidates: 4 }, "4 candidate articles, fewer than 5"],
      [{ scores: [0.1, 0.2, 0.9] }, "2 of 3 snippets score below 0.35"],
      [{ scores: [] }, "no snippet was found"],
      [{ relevance: 0.2 }, "the best article's similarity is 0.20, below 0.35"],
      [{ overlap: 0.2 }, "the snippets hold 0.20 of the question's words, less than 0.34"],
      [{ redundancy: 0.95 }, "the snippets repeat each other: overlap 0.95, above 0.9"],
    ] as const;
    for (const [change, reason] of cases)
      expect(weakQuestion({ ...strong, ...change }, thresholds)).toEqual({ weak: true, reasons: [reason] });
  });

  it("does not hold a similarity that was not computed against a question", () => {
    expect(weakQuestion({ ...strong, relevance: null }, thresholds).weak).toBe(false);
  });
});

describe("weaknessSignals", () => {
  it("measures redundancy and overlap from the texts", () => {
    const question = questionProfile("Does allopurinol prevent gout flares?");
    const snippets = [
      { text: "Allopurinol lowers urate.", score: 0.4 },
      { text: "Allopurinol lowers urate.", score: 0.4 },
      { text: "Gout is painful.", score: 0.2 },
    ];
    // Two alike (1 each), one shares no word (0): mean 2/3. Topic words allopurinol and gout of four.
    expect(weaknessSignals(question, { candidates: 7, relevance: 0.5, snippets })).toEqual({
      candidates: 7,
      relevance: 0.5,
      scores: [0.4, 0.4, 0.2],
      redundancy: 2 / 3,
      overlap: 0.5,
    });
  });
});
