import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { countWords, firstWords, isPythonSpace, pythonTrim, pythonWords } from "../../text/python-whitespace.ts";

const { cuts } = z
  .object({ cuts: z.array(z.object({ limit: z.number(), text: z.string(), words: z.number(), scored_as: z.string() })) })
  .parse(JSON.parse(readFileSync(new URL("../fixtures/vectors/archehr/text-metrics.json", import.meta.url), "utf8")));

// vectors: the white space of Python 3, by code point.
const PYTHON = new Set([
  ...[9, 10, 11, 12, 13, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]);

describe("words are counted as the official scorer counts them", () => {
  test("white space is Python's set and nothing else, for every code unit", () => {
    const found = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => isPythonSpace(String.fromCharCode(code)));
    expect(new Set(found)).toEqual(PYTHON);
  });

  test.each(cuts)("the official cut to $limit words is reproduced ($words words)", ({ limit, text, words, scored_as }) => {
    expect(countWords(text)).toBe(words);
    expect(firstWords(text, limit)).toBe(scored_as);
  });

  test("a blank text has no words", () => {
    expect(pythonWords(" \u0085\u001c ")).toEqual([]);
    expect(pythonTrim(" \u0085\u001c ")).toBe("");
    expect(pythonWords("")).toEqual([]);
  });

  test("trimming keeps a byte order mark, which Python does not count as white space", () => {
    expect(pythonTrim("\u001f\ufeffa \u0085")).toBe("\ufeffa");
  });

  test("the first words of any text are never more than asked for, and cutting twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 20 }), (text, limit) => {
        const cut = firstWords(text, limit);
        expect(countWords(cut)).toBe(Math.min(limit, countWords(text)));
        expect(firstWords(cut, limit)).toBe(cut);
      }),
    );
  });
});
