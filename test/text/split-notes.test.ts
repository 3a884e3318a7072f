import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readArchehrCases } from "../../formats/archehr-xml.ts";
import { readJsonLines } from "../../formats/json-lines.ts";
import { splitSentences } from "../../text/split-sentences.ts";
import { sharedData } from "../support/shared-data.ts";

/** What no sentence may be cut inside, listed by hand; each shape with an example that it must match. */
const WHOLE: readonly [what: string, example: string, shape: RegExp][] = [
  ["a decimal number", "98.6", /\d+\.\d+/gu],
  ["a number with thousands", "4,800", /\d{1,3}(?:,\d{3})+/gu],
  ["a ratio or pressure", "120/80", /\d+\s?\/\s?\d+/gu],
  ["a range", "25-30", /\d+\s?[-–]\s?\d+/gu],
  ["a dose", "2.5 mg", /\d+(?:\.\d+)?\s?(?:mg|mcg|g|mL|units?|mEq|cc|L|kg|lbs?|mm|cm|%)(?![\p{L}])/giu],
  ["a dose with its frequency", "500 mg b.i.d.", /\d+\s?mg (?:p\.o\. )?(?:b\.i\.d|t\.i\.d|q\.d|q\.h\.s|daily|twice)/giu],
  ["a duration", "10 days", /\d+ (?:hours?|days?|weeks?|months?|years?)/giu],
  ["a title with its name", "Dr. Adler", /(?:Dr|Mr|Mrs|Ms)\. \p{Lu}\p{L}+/gu],
  ["a title with a placeholder", "Dr. ___", /(?:Dr|Mr|Mrs|Ms)\. (?:\[\*\*|_{2,})/gu],
  ["vs. with what follows", "vs. sotorasib", /\bvs\. \S/gu],
  ["e.g. or i.e. with what follows", "i.e. restart", /\b(?:e\.g|i\.e)\.,? \S/gu],
  ["a time of day", "5 a.m.", /\d+ (?:a|p)\.m\./giu],
  ["a numbered name", "No. 3", /\b(?:No|Fig|Tab)\. \d/gu],
  ["a placeholder", "[**Hospital1 18**]", /\[\*\*[^\]]*\*\*\]/gu],
];

const faultsOf = (note: string) => {
  const sentences = splitSentences(note);
  const cuts = sentences.slice(1).map(({ start }) => start);
  const inside = WHOLE.flatMap(([what, , shape]) =>
    [...note.matchAll(shape)]
      .filter(({ 0: found, index }) => cuts.some((cut) => cut > index && cut < index + found.length))
      .map(({ 0: found }) => `${what}: ${found}`),
  );
  let from = 0;
  const lost = sentences.flatMap(({ text, start, end }) => {
    const between = note.slice(from, start);
    from = end;
    return note.slice(start, end) === text && between.trim() === "" ? [] : [`lost before ${start}`];
  });
  return [...inside, ...lost, ...(note.slice(from).trim() === "" ? [] : ["lost at the end"])];
};

test.each(WHOLE)("the list's shape of %s matches its example", (_what, example, shape) => {
  expect(example.match(shape)?.[0]).toBeTruthy();
});

test("a cut inside a number, a dose or a title would be seen", () => {
  const cuts = [8];
  const note = "Give 2.5 mg to Dr. Adler.";
  expect(
    WHOLE.some(([, , shape]) =>
      [...note.matchAll(shape)].some(({ 0: found, index }) => cuts.some((cut) => cut > index && cut < index + found.length)),
    ),
  ).toBe(true);
});

describe("no sentence is cut inside a number, a dose or an abbreviation, and nothing is lost", () => {
  test("in the notes of the demo cases, split again by us", () => {
    const { cases } = readArchehrCases(
      readFileSync(new URL("../../data/demo/archehr/archehr-qa.xml", import.meta.url), "utf8"),
      "demo",
    );
    expect(cases).toHaveLength(14);
    for (const { id, note = "" } of cases) expect({ id, faults: faultsOf(note) }).toEqual({ id, faults: [] });
  });

  const folder = sharedData("acibench");
  test.skipIf(folder === undefined)("in the 207 notes of ACI-Bench", () => {
    const lines = readJsonLines(readFileSync(join(folder ?? "", "acibench.jsonl"), "utf8"), "acibench.jsonl");
    expect(lines).toHaveLength(207);
    for (const { value } of lines) {
      const { id, note } = value as { id: string; note: string };
      expect({ id, faults: faultsOf(note) }).toEqual({ id, faults: [] });
    }
  });
});
