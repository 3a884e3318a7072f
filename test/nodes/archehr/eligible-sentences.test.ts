import { expect, test } from "vitest";
import { eligibleSentences } from "../../../nodes/archehr/eligible-sentences.ts";
import { ArchehrSettings } from "../../../state/settings/archehr.ts";

const noteOf = (texts: readonly string[]) => ({
  text: texts.join("\n"),
  sentences: texts.map((text, at) => ({ id: String(at + 1), text, start: 0, end: 0, heading: text.endsWith(":") })),
});
const eligible = (texts: readonly string[], scores: readonly number[], settings: object = {}) =>
  eligibleSentences(
    noteOf(texts),
    scores.map((score, at) => ({ id: String(at + 1), score })),
    ArchehrSettings.parse(settings),
  ).map(({ id }) => id);

const COURSE = "Warfarin was held because the INR was 4.8.";
const REPEAT = "Your warfarin was held because the INR was 4.8.";

test("a repeat of an earlier sentence is no second evidence, unless it scores a whole point higher", () => {
  expect(eligible([COURSE, "Potassium was normal.", REPEAT], [4, 1, 4])).toEqual(["1", "2"]);
  expect(eligible([COURSE, "Potassium was normal.", REPEAT], [3, 1, 4])).toEqual(["1", "2", "3"]);
  expect(eligible([COURSE, REPEAT], [4, 4], { sectionDeduplication: false })).toEqual(["1", "2"]);
});

test("a sentence of one or two words repeats nothing", () => {
  expect(eligible(["Warfarin held.", "Warfarin held."], [4, 4])).toEqual(["1", "2"]);
});

test("a heading is never evidence, with headingFilter", () => {
  expect(eligible(["Hospital Course:", COURSE], [5, 4])).toEqual(["2"]);
  expect(eligible(["Hospital Course:", COURSE], [5, 4], { headingFilter: false })).toEqual(["1", "2"]);
});

test("five thousand sentences are looked through in one pass", () => {
  const texts = Array.from({ length: 5000 }, (_, at) => `On day ${at} the vital signs were stable and unremarkable.`);
  const began = performance.now();
  // Seven content words, of which the number alone differs: 6 of 7 are shared, so that only the first stays.
  expect(
    eligible(
      texts,
      texts.map(() => 3),
    ),
  ).toEqual(["1"]);
  expect(performance.now() - began).toBeLessThan(10_000); // minutes when each is put beside each
});
