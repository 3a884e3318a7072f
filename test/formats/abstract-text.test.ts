import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { abstractParts, abstractSentences, abstractText } from "../../formats/abstract-text.ts";

const sections = [
  { label: "BACKGROUND", text: "Asthma is common. It can be mild." },
  { text: "No label here." },
  { label: "METHODS", text: "We gave 0.5 mg b.i.d. to 12 patients." },
];

describe("the official abstract text", () => {
  test("parts are joined without a separator, labelled ones as LABEL: text", () => {
    expect(abstractText(sections)).toBe(
      "BACKGROUND: Asthma is common. It can be mild.No label here.METHODS: We gave 0.5 mg b.i.d. to 12 patients.",
    );
    expect(abstractText([])).toBe("");
  });

  test("each part knows its section, and where its own text begins", () => {
    // "BACKGROUND: " has 12 characters, its text 33; "No label here." 14; "METHODS: " 9, its text 37.
    expect(abstractParts(sections)).toEqual([
      { section: 0, start: 0, textStart: 12, end: 45 },
      { section: 1, start: 45, textStart: 45, end: 59 },
      { section: 2, start: 59, textStart: 68, end: 105 },
    ]);
  });

  test("sentences carry offsets in the official text, and a part's label", () => {
    expect(abstractSentences(sections)).toEqual([
      { text: "BACKGROUND: Asthma is common.", start: 0, end: 29 },
      { text: "It can be mild.", start: 30, end: 45 },
      { text: "No label here.", start: 45, end: 59 },
      { text: "METHODS: We gave 0.5 mg b.i.d. to 12 patients.", start: 59, end: 105 },
    ]);
  });

  test("a section without text leaves no trace, its label neither", () => {
    expect(abstractText([{ label: "RESULTS", text: "" }, { text: "a" }])).toBe("a");
    expect(abstractParts([{ label: "RESULTS", text: "" }, { text: "a" }])).toEqual([
      { section: 1, start: 0, textStart: 0, end: 1 },
    ]);
  });

  test("every sentence and every part is the text at its offsets, for any abstract", () => {
    const section = fc.record({
      label: fc.constantFrom("RESULTS", "AIM", ""),
      text: fc.oneof(fc.string({ unit: "binary" }), fc.constant("One. Two.\n")),
    });
    fc.assert(
      fc.property(fc.array(section, { maxLength: 5 }), (parts) => {
        const text = abstractText(parts);
        for (const sentence of abstractSentences(parts)) expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
        for (const part of abstractParts(parts)) expect(text.slice(part.textStart, part.end)).toBe(parts[part.section]?.text);
        expect(abstractParts(parts).at(-1)?.end ?? 0).toBe(text.length);
      }),
    );
  });
});
