import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ScoredSection, snippetWindows } from "../../retrieval/snippet-windows.ts";

/** A section whose sentences are A., B., C. … with the given scores. */
const section = (pmid: string, scores: readonly number[]): ScoredSection => {
  const text = scores.map((_, index) => `${String.fromCharCode(65 + index)}.`).join(" ");
  return {
    pmid,
    section: "abstract",
    text,
    sentences: scores.map((score, index) => ({ start: index * 3, end: index * 3 + 2, score })),
  };
};
const rule = { sentences: 2, windows: 10, joinShare: 0.75 };

describe("snippetWindows", () => {
  it("joins the better neighbour that scores enough", () => {
    // Best is C (1.0); D (.9) joins, B (.8) would be a third sentence and stands alone, A (.1) too.
    expect(snippetWindows([section("1", [0.1, 0.8, 1, 0.9])], rule).map(({ text, score }) => [text, score])).toEqual([
      ["C. D.", 1],
      ["B.", 0.8],
      ["A.", 0.1],
    ]);
  });

  it("takes single sentences when windows of one are asked for, as in the paper", () => {
    expect(snippetWindows([section("1", [0.5, 0.6])], { ...rule, sentences: 1 }).map(({ text }) => text)).toEqual(["B.", "A."]);
  });

  it("joins nothing to a sentence without any score", () => {
    expect(snippetWindows([section("1", [0, 0])], rule).map(({ text }) => text)).toEqual(["A.", "B."]);
  });

  it("keeps the best over all articles, the earlier among equals", () => {
    const found = snippetWindows([section("1", [0.5]), section("2", [0.9]), section("3", [0.5])], { ...rule, windows: 2 });
    expect(found.map(({ pmid }) => pmid)).toEqual(["2", "1"]);
  });

  it("gives spans that round-trip and never overlap, at most as many and as long as asked", () => {
    const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(scores, { maxLength: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 10 }),
        (all, sentences, windows) => {
          const sections = all.map((each, index) => section(String(index), each));
          const found = snippetWindows(sections, { sentences, windows, joinShare: 0.75 });
          expect(found.length).toBeLessThanOrEqual(windows);
          for (const one of found) {
            expect(sections[Number(one.pmid)]?.text.slice(one.start, one.end)).toBe(one.text);
            expect(one.text.split(" ").length).toBeLessThanOrEqual(sentences);
            const overlapping = found.filter(
              (other) => other.pmid === one.pmid && other.start < one.end && one.start < other.end,
            );
            expect(overlapping).toEqual([one]);
          }
        },
      ),
    );
  });
});
