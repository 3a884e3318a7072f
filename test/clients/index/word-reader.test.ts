import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexWords } from "../../../clients/index/index-words.ts";
import { startWordReader } from "../../../clients/index/word-reader.ts";

const wordsOf = (reader: ReturnType<typeof startWordReader>, text: string): string[] =>
  [...reader.read(text)].map((number) => reader.words[number] ?? "");

// What parts words and what does not, in ASCII and beyond; the letters meet often enough to make the same piece again.
const HARD = [
  ..."abTNF019 '’‘-–.,/()αβΩµéİßﬁ²½™Å…\u00a0\u2009\u200b\u0301\u{1d6fc}漢字Жक्षि한\n",
  "alpha",
  "don't",
  "Crohn's",
  "TNFalpha",
  "CO₂",
];
const texts = fc.array(fc.constantFrom(...HARD), { maxLength: 80 }).map((pieces) => pieces.join(""));

describe("startWordReader", () => {
  it("gives the words of indexWords, the first time and again", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (list) => {
        const reader = startWordReader();
        for (const text of [...list, ...list]) expect(wordsOf(reader, text)).toEqual(indexWords(text));
      }),
      { numRuns: 300 },
    );
  });

  it("does so for any text, whatever stands in it", () => {
    const reader = startWordReader();
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        (text) => void expect(wordsOf(reader, text)).toEqual(indexWords(text)),
      ),
    );
  });

  it("numbers words from 0 in the order of their first place", () => {
    const reader = startWordReader();
    expect([...reader.read("heart, brain; hearts")]).toEqual([0, 1, 0]);
    expect([...reader.read("a kidney of the brain")]).toEqual([2, 1]);
    expect(reader.words).toEqual(["heart", "brain", "kidnei"]);
  });

  it("knows more pieces than its first table holds, and reads texts longer than its first list", () => {
    const reader = startWordReader();
    const many = Array.from({ length: 70_000 }, (_, at) => `w${at}x`);
    expect(wordsOf(reader, many.join(" "))).toEqual(many);
    expect(wordsOf(reader, `${many[69_999]} ${many[0]}`)).toEqual(["w69999x", "w0x"]);
  });

  it("reads a piece too long to keep as indexWords does", () => {
    const sequence = "ACGT".repeat(40);
    expect(wordsOf(startWordReader(), `${sequence} heart ${sequence}`)).toEqual(indexWords(`${sequence} heart ${sequence}`));
  });
});
