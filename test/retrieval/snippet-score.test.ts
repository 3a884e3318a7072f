import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { snippetScore } from "../../retrieval/snippet-score.ts";

const weights = { keywords: 0.4, entities: 0.35, phrases: 0.25, drift: 0.15 };
const question = questionProfile("Does allopurinol prevent gout flares?");

describe("snippetScore", () => {
  it("is 1 for a snippet that holds all of the question", () => {
    expect(snippetScore(question, "Allopurinol prevents gout flares.", weights)).toEqual({
      score: 1,
      keywords: 1,
      entities: 1,
      phrases: 1,
      drift: 0,
    });
  });

  it("is 0 for a snippet about something else, which drifts wholly", () => {
    expect(snippetScore(question, "Warfarin for stroke.", weights)).toEqual({
      score: 0,
      keywords: 0,
      entities: 0,
      phrases: 0,
      drift: 1,
    });
  });

  it("adds its parts by weight and takes off the drift", () => {
    // Topic words allopurinol, prevent, gout, flare: one of four. Things allopurinol and gout: gout, equal weights. Phrase "gout flares": no.
    // Names: gout, stroke: half is foreign; half of the question is missing: drift 1/4.
    const part = snippetScore(question, "Gout and stroke.", weights);
    expect(part).toMatchObject({ keywords: 0.25, entities: 0.5, phrases: 0, drift: 0.25 });
    expect(part.score).toBeCloseTo(0.4 * 0.25 + 0.35 * 0.5 - 0.15 * 0.25, 12);
  });

  it("does not call new names drift beside all of the question's own", () => {
    expect(snippetScore(question, "Allopurinol, and warfarin in stroke, prevents gout flares.", weights).drift).toBe(0);
  });

  it("has every part from 0 to 1, for any text", () => {
    const word = fc.constantFrom("allopurinol", "gout", "flares", "stroke", "BRCA1", "the", "prevents", "5 mg");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (text) => {
          const parts = Object.values(snippetScore(question, text, weights)).map((value) => value ?? 0);
          expect(parts.every((value) => value >= 0 && value <= 1)).toBe(true);
        },
      ),
    );
  });
});
