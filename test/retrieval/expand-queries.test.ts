import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandQueries } from "../../retrieval/expand-queries.ts";

const rule = { queries: 6, addedTerms: 2, keyTerms: 8, keyTermQuery: true };
const question = "Does allopurinol prevent gout flares?";

describe("expandQueries", () => {
  it("asks the question, its key terms, and one query a source of new terms", () => {
    const queries = expandQueries(
      question,
      [
        { source: "memory", terms: ["febuxostat"] },
        { source: "synonyms", terms: ["Zyloprim", "gout", "Gouty arthritis", "zyloprim", "urate"] },
        { source: "relations", terms: ["gout flares"] },
      ],
      rule,
    );
    expect(queries).toEqual([
      { text: question, source: "question", added: [] },
      { text: "allopurinol prevent gout flares", source: "keyTerms", added: [] },
      { text: "allopurinol prevent gout flares febuxostat", source: "memory", added: ["febuxostat"] },
      {
        text: "allopurinol prevent gout flares Zyloprim Gouty arthritis",
        source: "synonyms",
        added: ["Zyloprim", "Gouty arthritis"],
      },
    ]);
  });

  it("leaves the key-term query out where it is switched off", () => {
    expect(expandQueries(question, [], { ...rule, keyTermQuery: false }).map(({ source }) => source)).toEqual(["question"]);
  });

  it("searches for a question as it is when it holds no topic word", () => {
    expect(expandQueries("What is it?", [{ source: "memory", terms: ["gout"] }], rule).map(({ text }) => text)).toEqual([
      "What is it?",
      "What is it? gout",
    ]);
  });

  it("puts the question first and keeps to its limits, for any terms", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.array(fc.array(fc.string())),
        fc.integer({ min: 1, max: 4 }),
        (body, lists, most) => {
          const expansions = lists.map((terms) => ({ source: "synonyms" as const, terms }));
          const queries = expandQueries(body, expansions, { ...rule, queries: most });
          expect(queries[0]).toEqual({ text: body, source: "question", added: [] });
          expect(queries.length).toBeLessThanOrEqual(most);
          expect(queries.every(({ added }) => added.length <= rule.addedTerms)).toBe(true);
        },
      ),
    );
  });
});
