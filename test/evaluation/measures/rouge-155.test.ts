import { describe, expect, test } from "vitest";
import { type PrecisionRecallF, rouge155, rouge155Averages, roundToFive } from "../../../evaluation/measures/rouge-155.ts";
import { mean } from "../../../evaluation/statistics/mean.ts";
import { NINE, vector } from "../vectors.ts";

type Both = { "2": PrecisionRecallF; su4: PrecisionRecallF };
type Averages = { mean: Both; bootstrap_mean: Both };
type Cases = {
  cases: { id: string; why: string; prediction: string; references: string[]; expected: Both }[];
  cases_mean: Averages;
};

const { cases, cases_mean } = vector<Cases>("bioasq/rouge-cases.json");

test.each(cases)("$why", ({ prediction, references, expected }) => {
  const { rouge2, rougeSu4 } = rouge155(prediction, references);
  expect({ "2": rouge2, su4: rougeSu4 }).toEqual(expected);
});

describe("averages", () => {
  const scores = cases.map(({ prediction, references }) => rouge155(prediction, references));

  test.each(["p", "r", "f"] as const)(
    "the printed average of %s is reproduced to the last digit, the plain mean beside it",
    (part) => {
      const bigrams = scores.map(({ rouge2 }) => rouge2[part]);
      const skips = scores.map(({ rougeSu4 }) => rougeSu4[part]);
      const { bootstrap_mean } = cases_mean;
      expect(rouge155Averages([bigrams, skips])).toEqual([bootstrap_mean["2"][part], bootstrap_mean.su4[part]]);
      expect(mean(bigrams)).toBeCloseTo(cases_mean.mean["2"][part], NINE);
      expect(mean(skips)).toBeCloseTo(cases_mean.mean.su4[part], NINE);
    },
  );

  test("no text has the average 0", () => {
    expect(rouge155Averages([[], []])).toEqual([0, 0]);
  });
});

test("rounding is printf's: exact ties go to the even digit", () => {
  expect(roundToFive(1 / 64)).toBe(0.01562); // 0.015625 exactly
  expect(roundToFive(3 / 64)).toBe(0.04688); // 0.046875 exactly: 0.04687 is odd
  expect(roundToFive(2 / 3)).toBe(0.66667);
  expect(roundToFive(1 / 32)).toBe(0.03125);
});
