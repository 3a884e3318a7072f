import { describe, expect, it } from "vitest";
import { above, answerArea, bestShare, found, type Told } from "../../scripts/left-out-figures.ts";

const told = (trees: number, chance: number, essential = false): Told => ({ trees, chance, essential });
// Two notes that answer and one that does not.
const notes = [
  [told(0.1, 0.5, true), told(0.6, 0.3), told(0.2, 0.1), told(0.3, 0.05)],
  [told(0.2, 0.1, true), told(0.1, 0.2)],
  [told(0.5, 0.3), told(0.5, 0.1)],
];

describe("what was found on writers left out", () => {
  it("is counted over all notes, by the trees or with the reader", () => {
    // With the reader .5 and .3, none, .3: one of three is right, of two essential ones.
    expect(found(notes, above(0.3), "chance")).toEqual({ f1: 2 / 5, precision: 1 / 3, recall: 1 / 2, missed: 1 });
    // By the trees .6 and .3, none, both: none of four.
    expect(found(notes, above(0.3), "trees")).toEqual({ f1: 0, precision: 0, recall: 0, missed: 2 });
  });

  it("may be the best share of each note", () => {
    // The best of four, the best of two twice: .5, .2, .3.
    expect(found(notes, bestShare(0.5), "chance")).toEqual({ f1: 2 / 6, precision: 1 / 4, recall: 1 / 2, missed: 1 });
  });
});

describe("notes that answer, told from those that do not", () => {
  it("by the mean of their best three: each pair won counts one, a draw a half", () => {
    // Means .3 and .15 against .2.
    expect(answerArea(notes, "chance")).toBe(0.5);
    // Means .367 and .15 against .5.
    expect(answerArea(notes, "trees")).toBe(0);
    expect(answerArea([[told(0, 0.2, true)], [told(0, 0.2)]], "chance")).toBe(0.5);
  });
});
