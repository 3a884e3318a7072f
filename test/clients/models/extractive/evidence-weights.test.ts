import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evidenceFeatures, standardized } from "../../../../clients/models/extractive/common/evidence-features.ts";
import { placesIn } from "../../../../clients/models/extractive/common/note-cues.ts";
import { tokens } from "../../../../text/content-words.ts";

const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8");

describe("what the extractive model measures of a sentence", () => {
  const texts = ["Social History:", "Lives alone.", "Hospital Course:", "Warfarin was held because the INR was 4.8."];
  const told = placesIn(texts.map((text) => ({ text })))
    .map((place, at) => ({ text: texts[at] ?? "", place, cosine: at === 3 ? 0.8 : 0.2, overlap: at === 3 ? 0.5 : 0.1 }))
    .filter(({ place }) => !place.heading);

  it("has a weight for each feature, and no weight without one", () => {
    const { weights } = JSON.parse(read("clients/models/extractive/common/evidence-weights.json"));
    const [features = {}] = evidenceFeatures("Why was warfarin held?", told, 0.7);
    expect(Object.keys(weights).sort()).toEqual(Object.keys(features).sort());
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
      reason: 0,
      decision: 0,
      early: 1,
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
    });
  });

  it("measures equal values as equal", () => {
    expect(standardized([0.3, 0.3, 0.3])).toEqual([0, 0, 0]);
    expect(standardized([])).toEqual([]);
  });
});

describe("the tuning notes", () => {
  it("share no eight words in a row with a demo case", () => {
    const runs = (text: string) => {
      const words = tokens(text);
      return words.slice(7).map((_, at) => words.slice(at, at + 8).join(" "));
    };
    const demo = new Set(runs(read("data/demo/archehr/archehr-qa.xml").replace(/<[^>]*>/gu, " ")));
    expect(runs(read("data/tuning/archehr/notes.txt")).filter((run) => demo.has(run))).toEqual([]);
  });
});
