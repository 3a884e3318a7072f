import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { relaxations } from "../../retrieval/relaxations.ts";
import { contentWords } from "../../text/content-words.ts";

const texts = (text: string, added: string[] = []) => relaxations({ text, source: "synonyms", added }).map((query) => query.text);

describe("relaxations", () => {
  it("drops added terms first, then the terms that tell least", () => {
    // A named disease tells more than a word with capitals, and that more than a plain word.
    expect(texts("treatment and PPARG in type 1 diabetes Zyloprim", ["Zyloprim"])).toEqual([
      "treatment PPARG type 1 diabetes",
      "PPARG type 1 diabetes",
      "type 1 diabetes",
    ]);
  });

  it("labels what it gives as relaxed, with nothing added", () => {
    expect(
      relaxations({ text: "In what clinical trials has SAR425899 been tested?", source: "question", added: [] }).at(-1),
    ).toEqual({ text: "SAR425899", source: "relaxed", added: [] });
  });

  it("has nothing looser than one word, or than no word", () => {
    expect(texts("gout")).toEqual([]);
    expect(texts("what is it?")).toEqual([]);
  });

  it("gives fewer words at each step, all of them from the query", () => {
    const word = fc.constantFrom(
      "gout",
      "BRCA1",
      "breast",
      "cancer",
      "role",
      "of",
      "patients",
      "type",
      "2",
      "TNF-α",
      "effective",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (text) => {
          let last = contentWords(text).length;
          for (const looser of texts(text)) {
            const words = contentWords(looser);
            expect(words.length).toBeLessThan(last);
            // A possessive is cut off a term ("AA'A" gives AA), so a word may be part of the query's.
            for (const word of words) expect(contentWords(text).join(" ")).toContain(word);
            last = words.length;
          }
        },
      ),
    );
  });
});
