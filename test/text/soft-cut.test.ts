import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hardCut } from "../../text/hard-cut.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { type SoftCutRule, softCut } from "../../text/soft-cut.ts";

const paper: SoftCutRule = { maxWords: 75, keepShare: 0.6, end: "period" };
const best: SoftCutRule = { ...paper, end: "sentence" };
const words = (count: number, first = 1) => Array.from({ length: count }, (_, index) => `w${first + index}`).join(" ");

describe("the soft cut of the paper", () => {
  test("an answer of exactly 75 words is untouched, even with odd spacing", () => {
    const text = ` ${words(74)}  end `;
    expect(softCut(text, paper)).toEqual({ text, cut: "none" });
  });

  test("of 76 words without a period the first 75 are kept and a period is added", () => {
    expect(softCut(words(76), paper)).toEqual({ text: `${words(75)}.`, cut: "hard" });
  });

  test("a period after 45 words, 60 % of 75, is taken as the end", () => {
    expect(softCut(`${words(45)}. ${words(40, 46)}`, paper)).toEqual({ text: `${words(45)}.`, cut: "sentence" });
  });

  test("a period after 44 words is too early: the hard cut stays", () => {
    expect(softCut(`${words(44)}. ${words(40, 45)}`, paper)).toEqual({ text: `${words(44)}. ${words(31, 45)}.`, cut: "hard" });
  });

  test("the last period counts, also the one inside a number", () => {
    // Word 61 is "1.1"; cutting after its period leaves "1." as word 61.
    expect(softCut(`${words(50)}. ${words(9, 51)} to 1.1 ${words(30, 61)}`, paper)).toEqual({
      text: `${words(50)}. ${words(9, 51)} to 1.`,
      cut: "sentence",
    });
  });

  test("a period on the 75th word is the end", () => {
    expect(softCut(`${words(75)}. ${words(5)}`, paper)).toEqual({ text: `${words(75)}.`, cut: "sentence" });
  });

  test("a period after the 75th word is not reached", () => {
    expect(softCut(`${words(76)}. more`, paper)).toEqual({ text: `${words(75)}.`, cut: "hard" });
  });
});

describe("the soft cut at sentence ends", () => {
  test("a number or an abbreviation is no end", () => {
    const text = `${words(50)}. She saw Dr. ${words(9, 51)} to 1.1 ${words(30, 61)}`;
    expect(softCut(text, best)).toEqual({ text: `${words(50)}.`, cut: "sentence" });
  });

  test("a question mark is an end", () => {
    expect(softCut(`${words(60)}? ${words(40).toUpperCase()}`, best).text).toBe(`${words(60)}?`);
  });

  test("the hard cut loses a hanging comma before its period", () => {
    expect(softCut(`${words(75)}, ${words(5)}`, best)).toEqual({ text: `${words(75)}.`, cut: "hard" });
  });
});

test("no text is longer than the limit after a cut, and a cut text is cut no further", () => {
  const parts = fc.array(fc.constantFrom("word", "Dr.", "1.5", "end.", "Next", "mg,", "?", "\u0085"), { maxLength: 160 });
  fc.assert(
    fc.property(parts, fc.constantFrom(paper, best), (list, rule) => {
      const { text } = softCut(list.join(" "), rule);
      expect(countWords(text)).toBeLessThanOrEqual(75);
      expect(softCut(text, rule)).toEqual({ text, cut: "none" });
    }),
  );
});

describe("the hard cut", () => {
  test("15 words are untouched, of 16 the first 15 are kept and nothing is added", () => {
    expect(hardCut(words(15), 15)).toEqual({ text: words(15), cut: "none" });
    expect(hardCut(`${words(15)},\n${words(1)}`, 15)).toEqual({ text: `${words(15)},`, cut: "hard" });
  });
});
