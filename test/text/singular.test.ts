import { describe, expect, it } from "vitest";
import { remembered } from "../../text/remembered.ts";
import { singular } from "../../text/singular.ts";

describe("singular", () => {
  it("folds plurals, the Greek and Latin ones too", () => {
    const pairs = {
      biopsies: "biopsy",
      doses: "dose",
      diagnoses: "diagnosis",
      metastases: "metastasis",
      viruses: "virus",
      kinases: "kinase",
      masses: "mass",
    };
    for (const [plural, one] of Object.entries(pairs)) expect(singular(plural)).toBe(one);
  });

  it("leaves singulars in s alone, and gives its own results back", () => {
    for (const word of ["virus", "sepsis", "stress", "gas", "diagnosis", "dose"]) expect(singular(word)).toBe(word);
  });
});

describe("remembered", () => {
  it("computes each word once, until it has to forget", () => {
    const asked: string[] = [];
    const length = remembered((word) => asked.push(word), 2);
    for (const word of ["a", "a", "b", "a", "c", "a"]) length(word);
    // a and b are held; c makes it forget both, so a is computed again.
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });

  it("remembers undefined too", () => {
    let calls = 0;
    const nothing = remembered(() => {
      calls += 1;
      return undefined;
    }, 2);
    expect([nothing("a"), nothing("a"), calls]).toEqual([undefined, undefined, 1]);
  });
});
