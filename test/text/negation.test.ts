import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNegations, statesOf } from "../../text/negation.ts";

const state = (text: string, word: string) => {
  const start = text.indexOf(word);
  return statesOf(text)(start, start + word.length);
};

describe("findNegations", () => {
  it("negates a list after no, and what stands before was ruled out", () => {
    const list = "No fever, chills or vomiting, but she has a cough.";
    expect(["fever", "chills", "vomiting", "cough"].map((word) => state(list, word))).toEqual([
      "negated",
      "negated",
      "negated",
      "affirmed",
    ]);
    expect(state("Pneumonia was ruled out", "Pneumonia")).toBe("negated");
    expect(state("Chest pain: denies", "Chest pain")).toBe("negated");
  });

  it("leaves open what follows a preposition, and the subject of a negated verb", () => {
    expect(state("no infection in the wound", "wound")).toBe("unclear");
    expect(state("Aspirin was not given", "Aspirin")).toBe("unclear");
    expect(state("Aspirin was not given", "given")).toBe("negated");
  });

  it("ends at a sentence, a turn, or the comma after a negated verb", () => {
    expect(state("There is no bleed. Stroke was found.", "Stroke")).toBe("affirmed");
    expect(state("It does not bind T3, resistance follows", "resistance")).toBe("unclear");
  });

  it("reads contractions, with either apostrophe", () => {
    for (const text of ["She didn't improve", "She didn’t improve"]) expect(state(text, "improve")).toBe("negated");
  });

  it("does not take look-alikes for negations", () => {
    for (const text of ["not only fever", "gram-negative fever", "No, fever was seen", "no change in fever"])
      expect(state(text, "fever"), text).toBe("affirmed");
  });

  it("reads a long text without an end in sight, each cue once", () => {
    expect(findNegations("no ".repeat(5000))).toHaveLength(5000);
  });

  it("gives scopes inside the text, for any text", () => {
    const word = fc.constantFrom(
      "no",
      "not",
      "was not",
      "ruled out",
      "denies",
      "fever",
      "but",
      ".",
      ",",
      "in",
      ":",
      "\n",
      "n't",
      "don't",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (text) => {
          for (const { from, to, coreFrom, coreTo } of findNegations(text)) {
            expect([from <= to, coreFrom >= from, coreTo <= Math.max(to, coreFrom), from >= 0, to <= text.length]).toEqual([
              true,
              true,
              true,
              true,
              true,
            ]);
          }
        },
      ),
    );
  });
});
