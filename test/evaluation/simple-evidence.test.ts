import { expect, test } from "vitest";
import { bestCut, chooseBy, simpleScores } from "../../evaluation/simple-evidence.ts";
import { failure, ok } from "../../state/outcome.ts";

const NOTE = ["Potassium was low.", "Warfarin was held for bleeding.", "Warfarin resumed."];

/** The vector of a text is [1, 0] where it names warfarin, [0, 1] else. */
const embed = async (texts: readonly string[]) =>
  ok(texts.map((text) => Float32Array.from(/warfarin/iu.test(text) ? [1, 0] : [0, 1])));

test("first: earlier sentences score higher; nothing is asked of the encoder", async () => {
  const refuse = async () => failure("unavailable", "no encoder");
  expect(await simpleScores("first", "Why?", NOTE, refuse)).toEqual([1, 2 / 3, 1 / 3]);
});

test("words: the share of the question's words that a sentence holds, rare ones weighing more", async () => {
  const [none = -1, both = 0, one = 0] = await simpleScores("words", "Why warfarin bleeding?", NOTE, embed);
  // warfarin is in two of three sentences: ln(1 + 1.5 / 2.5) = .470; bleeding in one: ln(1 + 2.5 / 1.5) = .981
  expect(none).toBe(0);
  expect(both).toBeCloseTo(1, 10);
  expect(one).toBeCloseTo(0.47 / (0.47 + 0.981), 3);
  expect(await simpleScores("words", "Why?", NOTE, embed)).toEqual([0, 0, 0]);
});

test("cosine: nearness of the vectors; mean: half of it and half of the words", async () => {
  expect(await simpleScores("cosine", "warfarin bleeding", NOTE, embed)).toEqual([0, 1, 1]);
  const mean = await simpleScores("mean", "warfarin bleeding", NOTE, embed);
  expect(mean[1]).toBeCloseTo(1, 10);
  expect(mean[2]).toBeCloseTo((1 + 0.47 / (0.47 + 0.981)) / 2, 3);
  await expect(simpleScores("cosine", "Why?", NOTE, async () => failure("unavailable", "no encoder"))).rejects.toThrow(
    "no encoder",
  );
});

test("a cut takes the best so many, the earlier of equals, or all that reach a share of the best; nothing scores nothing", () => {
  expect(chooseBy([0.2, 0.9, 0.9, 0.5], { most: 1 })).toEqual([1]);
  expect(chooseBy([0.2, 0.9, 0.9, 0.5], { most: 3 })).toEqual([1, 2, 3]);
  expect(chooseBy([0.2, 0.9, 0.9, 0.5], { share: 0.6 })).toEqual([1, 2]);
  expect(chooseBy([0, 0], { share: 0.5 })).toEqual([]);
  expect(chooseBy([], { most: 3 })).toEqual([]);
});

test("the best cut is the one with the highest micro F1 on the items themselves", () => {
  // Two evidence sentences each, scored highest: two are right for both items.
  const items = [
    { scores: [0.9, 0.1, 0.8, 0.3], gold: new Set([0, 2]) },
    { scores: [0.2, 0.7, 0.3, 0.6], gold: new Set([1, 3]) },
  ];
  expect(bestCut(items)).toEqual({ cut: { most: 2 }, f1: 1 });
  // One of one, two of two: no fixed number fits both; from .8 of the best on does.
  const uneven = [
    { scores: [0.9, 0.1], gold: new Set([0]) },
    { scores: [0.5, 0.45], gold: new Set([0, 1]) },
  ];
  expect(bestCut(uneven)).toEqual({ cut: { share: 0.5 }, f1: 1 });
});
