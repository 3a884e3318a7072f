import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { averagePrecision } from "../../../evaluation/measures/average-precision.ts";
import { bpref } from "../../../evaluation/measures/bpref.ts";
import { f1 } from "../../../evaluation/measures/f1.ts";
import { geometricMean } from "../../../evaluation/measures/geometric-mean.ts";
import { listOverlap } from "../../../evaluation/measures/list-overlap.ts";
import { ndcg } from "../../../evaluation/measures/ndcg.ts";
import { precisionAt } from "../../../evaluation/measures/precision-at.ts";
import { recallAt } from "../../../evaluation/measures/recall-at.ts";
import { reciprocalRank } from "../../../evaluation/measures/reciprocal-rank.ts";
import { overlapOfCounts, setOverlap } from "../../../evaluation/measures/set-overlap.ts";
import {
  officialSnippetAveragePrecision,
  snippetAveragePrecision,
} from "../../../evaluation/measures/snippet-average-precision.ts";
import { snippetOverlap } from "../../../evaluation/measures/snippet-overlap.ts";
import { mergeSpans, type SnippetSpan, spanLength, spanOverlap } from "../../../evaluation/measures/snippet-span.ts";
import { countShared, ngrams, tally } from "../../../evaluation/measures/tally.ts";
import { yesNoF1 } from "../../../evaluation/measures/yes-no-f1.ts";

const span = (begin: number, end: number, document = "d/1", section = "abstract"): SnippetSpan => ({
  document,
  begin,
  end,
  beginSection: section,
  endSection: section,
});

describe("rankings", () => {
  test("average precision by hand", () => {
    // Right at ranks 1 and 3: 1/1 + 2/3 = 5/3.
    expect(averagePrecision([true, false, true], 2)).toBeCloseTo(5 / 6, 12);
    expect(averagePrecision([true, false, true], 10)).toBeCloseTo(1 / 6, 12);
  });

  test("nDCG by hand: grade 1 before grade 3", () => {
    // 1/log2(2) + 3/log2(3) against 3/log2(2) + 1/log2(3)
    expect(ndcg([1, 3], [3, 1])).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)), 12);
    expect(ndcg([0, 3], [3, 1], 1)).toBe(0);
  });

  test("precision fills a short ranking with misses; recall, reciprocal rank and bpref by hand", () => {
    expect(precisionAt([true], 5)).toBe(0.2);
    expect(recallAt([false, true, true], 4, 2)).toBe(0.25);
    expect(reciprocalRank([false, false, true, true])).toBeCloseTo(1 / 3, 12);
    // Found: non-relevant, unjudged, relevant. R = 2, N = 3: 1 - 1/2 for the one found, over 2.
    expect(bpref([0, undefined, 1], 2, 3)).toBe(0.25);
  });

  test("nothing retrieved, or nothing relevant, is 0 in every measure", () => {
    expect([
      averagePrecision([], 3),
      averagePrecision([true], 0),
      ndcg([], [1]),
      ndcg([0], []),
      precisionAt([], 5),
      recallAt([true], 0, 5),
    ]).toEqual([0, 0, 0, 0, 0, 0]);
    expect([reciprocalRank([]), bpref([], 2, 2), bpref([1], 0, 2), geometricMean([]), f1(0, 0)]).toEqual([0, 0, 0, 0, 0]);
  });

  test("moving a relevant document up never lowers a measure", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 12 }), fc.nat(), (flags, at) => {
        const place = (at % (flags.length - 1)) + 1;
        fc.pre(flags[place] === true && flags[place - 1] === false);
        const better = flags.with(place - 1, true).with(place, false);
        const relevant = flags.filter(Boolean).length;
        const grades = (some: boolean[]) => some.map(Number);
        expect(averagePrecision(better, relevant)).toBeGreaterThan(averagePrecision(flags, relevant));
        expect(ndcg(grades(better), grades(flags))).toBeGreaterThan(ndcg(grades(flags), grades(flags)));
        expect(reciprocalRank(better)).toBeGreaterThanOrEqual(reciprocalRank(flags));
      }),
    );
  });
});

describe("snippets", () => {
  test("the end counts as a character; overlap by hand", () => {
    expect(spanLength(span(0, 99))).toBe(100);
    expect(spanOverlap(span(50, 149), span(0, 99))).toBe(50);
    expect(spanOverlap(span(100, 149), span(0, 99))).toBe(0);
    expect(spanOverlap(span(99, 149), span(0, 99))).toBe(1);
  });

  test("another section shares nothing, except that a submitted section 0 fits a gold abstract", () => {
    expect(spanOverlap(span(0, 9, "d/1", "title"), span(0, 9))).toBe(0);
    expect(spanOverlap(span(0, 9, "d/1", "0"), span(0, 9))).toBe(10);
    expect(spanOverlap(span(0, 9), span(0, 9, "d/1", "0"))).toBe(0);
  });

  test("overlapping snippets merge at the place of the first; touching ones share their end", () => {
    expect(mergeSpans([span(60, 160), span(200, 210, "d/2"), span(0, 100)])).toEqual([span(0, 160), span(200, 210, "d/2")]);
    expect(mergeSpans([span(0, 10), span(10, 20)])).toEqual([span(0, 20)]);
    expect(mergeSpans([span(0, 10), span(11, 20)])).toHaveLength(2);
    expect(mergeSpans([span(0, 10), span(0, 10, "d/1", "title")])).toHaveLength(2);
    expect(mergeSpans([])).toEqual([]);
  });

  test("merged snippets never overlap and cover what was given", () => {
    const spans = fc.array(
      fc
        .tuple(fc.nat(40), fc.nat(10), fc.constantFrom("d/1", "d/2"))
        .map(([begin, length, document]) => span(begin, begin + length, document)),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(spans, (given) => {
        const merged = mergeSpans(given);
        merged.forEach((one, index) => {
          for (const other of merged.slice(index + 1))
            expect(one.document !== other.document || spanOverlap(one, other) === 0).toBe(true);
        });
        for (const one of given)
          expect(merged.some((all) => all.document === one.document && all.begin <= one.begin && all.end >= one.end)).toBe(true);
        expect(snippetOverlap(merged, merged).f1).toBe(merged.length === 0 ? 0 : 1);
        expect(snippetAveragePrecision(merged, merged.slice(0, 1))).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("precision and recall by characters, documents compared by what follows the last slash", () => {
    // 50 of 100 submitted characters are gold, gold has 200.
    expect(snippetOverlap([span(50, 149, "http://x/1/")], [span(0, 99, "https://y/1"), span(300, 399, "https://y/1")])).toEqual({
      precision: 0.5,
      recall: 0.25,
      f1: 1 / 3,
    });
    expect(snippetOverlap([], [span(0, 1)])).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  test("the official average precision counts a snippet that shares nothing with gold; the honest one does not", () => {
    const gold = [span(0, 99)];
    const submitted = [span(0, 99), span(200, 299)];
    expect(officialSnippetAveragePrecision(submitted, gold, 1)).toBe(1.5); // 1 and then 100 of 200 characters
    expect(snippetAveragePrecision(submitted, gold)).toBe(1);
    expect(snippetAveragePrecision(submitted, [])).toBe(0);
    expect(officialSnippetAveragePrecision([], [], 0)).toBeNaN();
  });
});

describe("sets, lists and labels", () => {
  test("sets and counts by hand", () => {
    expect(setOverlap(new Set(["a", "b"]), new Set(["b", "c", "d"]))).toEqual({ precision: 0.5, recall: 1 / 3, f1: 0.4 });
    expect(overlapOfCounts({ shared: 0, predicted: 0, gold: 0 })).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  test("one gold entry is used up by one submitted entry", () => {
    expect(listOverlap([["ha"], ["hemophilia a"]], [["hemophilia a", "ha"], ["hemophilia b"]])).toEqual({
      precision: 0.5,
      recall: 0.5,
      f1: 0.5,
    });
  });

  test("a submitted entry of two names spares both gold entries from being missed, as officially", () => {
    expect(listOverlap([["a", "b"]], [["a"], ["b"]])).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(listOverlap([], [["a"]])).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(listOverlap([["a"]], [])).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  test("an answer that is neither yes nor no is officially a false alarm of the other label too", () => {
    const pairs = [
      { gold: "yes", answer: "yes" },
      { gold: "no", answer: "none" },
    ];
    expect(yesNoF1(pairs, "yes", { official: true })).toBeCloseTo(2 / 3, 12);
    expect(yesNoF1(pairs, "yes", { official: false })).toBe(1);
    expect(yesNoF1([], "yes", { official: true })).toBe(0);
  });

  test("words that are names of object members are counted like any other", () => {
    const counts = tally(["__proto__", "constructor", "__proto__", "1"]);
    expect([...counts]).toEqual([
      ["__proto__", 2],
      ["constructor", 1],
      ["1", 1],
    ]);
    expect(countShared(counts, tally(["__proto__", "toString"]))).toBe(1);
    expect(ngrams(["a", "b", "c"], 2)).toEqual(["a b", "b c"]);
    expect(ngrams(["a"], 2)).toEqual([]);
  });
});
