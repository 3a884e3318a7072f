import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heuristicScore, heuristicSignals } from "../../retrieval/heuristic-score.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";

const question = questionProfile("Does Lasix help in heart failure?");
const weights = { similarity: 0.6, title: 0.15, phrase: 0.15, entity: 0.1 };

describe("heuristicSignals", () => {
  it("finds a question's things under their other names", () => {
    const signals = heuristicSignals(question, { title: "Furosemide in congestive heart failure", abstract: "A trial." }, 0.5);
    // Topic words: lasix, heart, failure; the title holds two of three. Both things are named, one by its generic name. One phrase of two words: heart failure.
    expect(signals).toEqual({ similarity: 0.5, title: 2 / 3, phrase: 1, entity: 1 });
  });

  it("finds nothing in an article about something else, and does not count a negative cosine", () => {
    expect(heuristicSignals(question, { title: "Zebrafish fins", abstract: "" }, -0.2)).toEqual({
      similarity: 0,
      title: 0,
      phrase: 0,
      entity: 0,
    });
  });

  it("says null where there is nothing to measure", () => {
    const plain = questionProfile("What is zebrafish?");
    expect(heuristicSignals(plain, { title: "Zebrafish", abstract: "" }, null)).toMatchObject({
      similarity: null,
      phrase: null,
      entity: null,
    });
  });
});

describe("heuristicScore", () => {
  it("is the weighted mean", () => {
    // .6×.5 + .15×(2/3) + .15×1 + .1×1 = .65
    expect(heuristicScore({ similarity: 0.5, title: 2 / 3, phrase: 1, entity: 1 }, weights)).toBeCloseTo(0.65, 12);
  });

  it("leaves a signal that could not be measured out, instead of counting it as 0", () => {
    // (.15×1 + .1×1) / (.15 + .1)
    expect(heuristicScore({ similarity: null, title: 1, phrase: null, entity: 1 }, weights)).toBe(1);
    expect(heuristicScore({ similarity: null, title: 0, phrase: null, entity: null }, weights)).toBe(0);
  });

  it("rises with each signal", () => {
    const signal = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({ similarity: signal, title: signal, phrase: signal, entity: signal }),
        fc.constantFrom("similarity", "title", "phrase", "entity"),
        (signals, name) => {
          const more = { ...signals, [name]: Math.min(1, signals[name as keyof typeof signals] + 0.1) };
          expect(heuristicScore(more, weights)).toBeGreaterThanOrEqual(heuristicScore(signals, weights));
        },
      ),
    );
  });
});
