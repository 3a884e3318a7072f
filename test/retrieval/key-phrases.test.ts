import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyPhrases, keyTerms } from "../../retrieval/key-phrases.ts";

describe("keyPhrases", () => {
  it("finds quoted strings, named things, odd names and runs of content words", () => {
    expect(keyPhrases('What is the "worst headache" of PDXK mutations in prostate cancer?')).toEqual([
      "worst headache",
      "headache",
      "PDXK",
      "prostate cancer",
      "PDXK mutations",
    ]);
  });

  it("ends a phrase at framing words and verbs, and begins none with a number", () => {
    expect(keyPhrases("Which is the role of type 1 interferon inhibiting agents?")).not.toContain(
      "1 interferon inhibiting agents",
    );
    expect(keyPhrases("Does erenumab target migraine?")).toEqual(["erenumab", "migraine"]);
  });

  it("keeps decimals and loci together", () => {
    expect(keyPhrases("Which gene is involved in 1p21.3 microdeletions?")).toContain("1p21.3 microdeletions");
  });
});

describe("keyTerms", () => {
  it("keeps phrases before their parts, in the order of the question", () => {
    expect(keyTerms("Is carpal tunnel syndrome a type of nerve entrapment?", 8)).toEqual([
      "carpal tunnel syndrome",
      "nerve entrapment",
    ]);
  });

  it("keeps to the number asked for and offers nothing twice, for any question", () => {
    const word = fc.constantFrom("which", "gene", "BRCA1", "breast", "cancer", "is", "role", "of", "TNF-α", '"', "1", "list");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(" ")),
        ),
        fc.nat(5),
        (question, most) => {
          const terms = keyTerms(question, most);
          expect(terms.length).toBeLessThanOrEqual(most);
          expect(new Set(terms).size).toBe(terms.length);
          for (const term of terms)
            expect(question.normalize("NFKC").toLowerCase()).toContain(term.normalize("NFKC").toLowerCase());
        },
      ),
    );
  });
});
