import { describe, expect, it } from "vitest";
import { memoryTerms } from "../../retrieval/training-memory.ts";

const question = { id: "1", body: "Which drugs prevent gout flares?" };
const rule = { atLeast: 0.6, questions: 3, terms: 8 };

describe("memoryTerms", () => {
  it("takes key terms of similar questions that the question does not hold, those of several questions first", () => {
    const past = [
      { id: "2", body: "Does allopurinol prevent gout flares?", similarity: 0.9 },
      { id: "3", body: "Is allopurinol better than febuxostat against gout?", similarity: 0.7 },
    ];
    expect(memoryTerms(question, past, rule)).toEqual(["allopurinol", "better", "febuxostat"]);
  });

  it("never uses the question itself, neither by id nor under another id", () => {
    const past = [
      { id: "1", body: "What about colchicine?", similarity: 0.99 },
      { id: "9", body: "which drugs prevent  GOUT flares", similarity: 1 },
    ];
    expect(memoryTerms(question, past, rule)).toEqual([]);
  });

  it("leaves out questions that are not similar enough, and keeps to the most questions and terms", () => {
    const past = [
      { id: "2", body: "What is febuxostat?", similarity: 0.59 },
      { id: "3", body: "What is probenecid?", similarity: 0.7 },
      { id: "4", body: "What is colchicine?", similarity: 0.8 },
    ];
    expect(memoryTerms(question, past, rule)).toEqual(["colchicine", "probenecid"]);
    expect(memoryTerms(question, past, { ...rule, questions: 1 })).toEqual(["colchicine"]);
    expect(memoryTerms(question, past, { ...rule, terms: 0 })).toEqual([]);
  });
});
