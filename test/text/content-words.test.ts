import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentWords, inverseDocumentFrequency, tokens } from "../../text/content-words.ts";

describe("tokens", () => {
  test("words and numbers are lower-cased and freed of punctuation", () => {
    expect(tokens("Creatinine fell to 1.1 mg/dL (from 2.4).")).toEqual([
      "creatinine",
      "fell",
      "to",
      "1.1",
      "mg",
      "dl",
      "from",
      "2.4",
    ]);
  });

  test("Greek letters, superscripts and look-alikes have one form", () => {
    expect(tokens("β-blocker, CO₂, 1.73 m², µg")).toEqual(["β", "blocker", "co2", "1.73", "m2", "μg"]);
  });

  test("a thousands separator is not a decimal point, and a list of numbers is not one number", () => {
    expect(tokens("1,000 and 12,345.6 units, [4,9]")).toEqual(["1000", "and", "12345.6", "units", "4", "9"]);
  });

  test("a possessive is the word itself; a contraction stays whole", () => {
    expect(tokens("Crohn's and Crohn’s don’t")).toEqual(["crohn", "and", "crohn", "don't"]);
  });

  test("gene and cell names keep their digits", () => {
    expect(tokens("BRCA1, IL-6, CD4+ T-cells, p53")).toEqual(["brca1", "il", "6", "cd4", "t", "cells", "p53"]);
  });

  test("no text throws, and no token holds white space or capitals", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const token of tokens(text)) expect(token).toMatch(/^\S+$/u);
      }),
    );
  });
});

test("content words leave out function words and keep one-letter answers", () => {
  expect(contentWords("Why was the patient given vitamin K, not 5 mg?")).toEqual(["patient", "vitamin", "k", "5", "mg"]);
});

describe("inverse document frequency", () => {
  const weight = inverseDocumentFrequency([
    ["fever", "cough", "fever"],
    ["fever", "rash"],
  ]);

  test("a word in every text weighs least, an unseen word most", () => {
    // N = 2. fever: ln(1 + 0.5/2.5) = 0.18232; rash: ln(1 + 1.5/1.5) = 0.69315; unseen: ln(1 + 2.5/0.5) = 1.79176.
    expect(weight("fever")).toBeCloseTo(0.18232, 5);
    expect(weight("rash")).toBeCloseTo(Math.LN2, 5);
    expect(weight("unseen")).toBeCloseTo(1.79176, 5);
  });

  test("names of object members are ordinary words", () => {
    const odd = inverseDocumentFrequency([["__proto__", "constructor"]]);
    expect(odd("constructor")).toBeCloseTo(Math.log(1 + 0.5 / 1.5), 10);
    expect(odd("toString")).toBeCloseTo(Math.log(1 + 1.5 / 0.5), 10);
  });
});
