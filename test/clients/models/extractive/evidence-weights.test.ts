import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evidenceFeatures, standardized } from "../../../../clients/models/extractive/common/evidence-features.ts";
import { placesIn } from "../../../../clients/models/extractive/common/note-cues.ts";
import { BoostedTrees, chanceOf, leafOf } from "../../../../retrieval/boosted-trees.ts";
import { tokens } from "../../../../text/content-words.ts";

const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8");

describe("what the extractive model measures of a sentence", () => {
  const texts = ["Social History:", "Lives alone.", "Hospital Course:", "Warfarin was held because the INR was 4.8."];
  const told = placesIn(texts.map((text) => ({ text })))
    .map((place, at) => ({
      text: texts[at] ?? "",
      place,
      vector: Float32Array.from(at === 3 ? [0, 1] : [1, 0]),
      cosine: at === 3 ? 0.8 : 0.2,
      overlap: at === 3 ? 0.5 : 0.1,
      story: at === 3 ? 0.4 : 0.3,
      heading: at === 3 ? 0.25 : 0,
    }))
    .filter(({ place }) => !place.heading);

  it("has all features that the trees split by, and no other", () => {
    const trees = BoostedTrees.parse(JSON.parse(read("clients/models/extractive/common/evidence-weights.json")));
    const [features = {}] = evidenceFeatures("Why was warfarin held?", told, 0.7);
    expect([...trees.features].sort()).toEqual(Object.keys(features).sort());
  });

  it("tells a named drug, a reason and a decision from a line of the social history", () => {
    const [lives, held] = evidenceFeatures("Why was warfarin held?", told, 0.7);
    // Two values stand one deviation below and above their mean; each section has one sentence, so a neighbour tells nothing.
    expect(lives).toMatchObject({
      nearness: expect.closeTo(-1, 9),
      section: expect.closeTo(-1, 9),
      neighbours: 0,
      names: 0,
      listing: 1,
      sectionBest: expect.closeTo(-1, 9),
      absolute: expect.closeTo(0.15, 9),
      heading: 0,
      reason: 0,
      decision: 0,
      early: 1,
      // Two words of two and nine; of two sentences one is a deviation shorter.
      words: expect.closeTo(Math.log(2), 9),
      longer: expect.closeTo(-1, 9),
      longerBefore: 0,
      longerAfter: expect.closeTo(1, 9),
      // Each is as near to the mean of both, and each other's only likeness.
      centre: 0,
      alike: 0,
    });
    expect(held).toMatchObject({
      nearness: expect.closeTo(1, 9),
      section: expect.closeTo(1, 9),
      neighbours: 0,
      names: 1,
      listing: 0,
      reason: 1,
      decision: 1,
      early: 0,
      place: 0.5,
      story: expect.closeTo(1, 9),
      heading: 0.25,
      verb: 1,
      denial: 0,
      // INR is the one word in capitals of eight.
      capitals: expect.closeTo(1 / 8, 9),
      figures: expect.closeTo(1 / 6, 9),
    });
  });

  it("measures equal values as equal", () => {
    expect(standardized([0.3, 0.3, 0.3])).toEqual([0, 0, 0]);
    expect(standardized([])).toEqual([]);
  });
});

describe("boosted trees", () => {
  const tree = { split: [0, 1, 0], at: [0.5, 10, 2], leaf: [-1, 1, 2, 3] };
  const trees = BoostedTrees.parse({ source: "this test", features: ["near", "long"], start: 0.5, trees: [tree, tree] });

  it("go right above a threshold, and left at it", () => {
    expect(leafOf(tree, [0.5, 10])).toBe(-1);
    expect(leafOf(tree, [0.5, 11])).toBe(1);
    expect(leafOf(tree, [1, 11])).toBe(2);
    expect(leafOf(tree, [3, 0])).toBe(3);
  });

  it("add up to log odds", () => {
    expect(chanceOf(trees, { near: 0, long: 0 })).toBeCloseTo(1 / (1 + Math.exp(1.5)), 12);
    expect(chanceOf(trees, { near: 9, long: 0 })).toBeCloseTo(1 / (1 + Math.exp(-6.5)), 12);
  });

  it("want every feature, and full trees of features that are named", () => {
    expect(() => chanceOf(trees, { near: 1 })).toThrow(/no value for the feature long/);
    expect(BoostedTrees.safeParse({ ...trees, trees: [{ ...tree, leaf: [1, 2, 3] }] }).success).toBe(false);
    expect(BoostedTrees.safeParse({ ...trees, features: ["near"] }).success).toBe(false);
  });
});

describe("the tuning notes", () => {
  it("share no eight words in a row with a demo case", () => {
    const runs = (text: string) => {
      const words = tokens(text);
      return words.slice(7).map((_, at) => words.slice(at, at + 8).join(" "));
    };
    const demo = new Set(runs(read("data/demo/archehr/archehr-qa.xml").replace(/<[^>]*>/gu, " ")));
    const files = readdirSync(new URL("../../../../data/tuning/archehr/", import.meta.url)).filter((file) =>
      file.endsWith(".txt"),
    );
    expect(files).toHaveLength(24);
    for (const file of files) expect(runs(read(`data/tuning/archehr/${file}`)).filter((run) => demo.has(run))).toEqual([]);
  });
});
