import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexWords } from "../../../clients/index/index-words.ts";

// These outputs are what index files hold: where one must change, raise SCHEMA_VERSION.
describe("indexWords", () => {
  it.each([
    ["TNF-α", "TNFα", "TNF-alpha", "TNFalpha"],
    ["IL-1β", "IL-1beta", "IL 1 beta"],
    ["NF-κB", "NF-kappaB", "NF kappa B"],
    ["β-blocker", "beta-blocker", "Beta blockers"],
    ["αβ T", "alpha beta T"],
    ["naïve", "naive", "nai\u0308ve"],
    ["CO₂", "CO2"],
    ["1.73 m²", "1.73 m2"],
    ["Crohn's", "Crohn’s", "Crohn"],
  ])("finds %s under each of its spellings", (...spellings) => {
    for (const spelling of spellings) expect(indexWords(spelling)).toEqual(indexWords(spellings[0]!));
  });

  it("takes nothing in a query as syntax", () => {
    expect(indexWords('CRISPR/Cas9 Na+/K+ "BRCA1?" 0.05 (AND) NEAR* title:x')).toEqual(
      // and: a function word; near: a word like any other
      ["crispr", "cas9", "na", "k", "brca1", "0", "05", "near", "titl", "x"],
    );
  });

  it("leaves function words out, contractions among them, and keeps single letters and digits", () => {
    expect(indexWords("What is the role of K in it? Don't they've 5")).toEqual(["role", "k", "5"]);
  });

  it("keeps a Greek word as it is written", () => {
    expect(indexWords("ἄνθρωπος")).toEqual(["ανθρωπος"]);
  });

  it("answers any text, and composed and decomposed forms alike", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(indexWords(text.normalize("NFD"))).toEqual(indexWords(text.normalize("NFC")));
      }),
    );
  });
});
