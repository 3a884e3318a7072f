import fc from "fast-check";
import { expect, test } from "vitest";
import { readingWindows } from "../../../clients/encoder/reading-windows.mjs";

const SPECIAL = { cls: 101, sep: 102 };

test("a short note is one input: question, then each sentence with its end", () => {
  const { windows, cut } = readingWindows([1, 2], [[3], [4, 5]], SPECIAL, 384);
  expect(cut).toBe(false);
  expect(windows).toEqual([
    {
      ids: [101, 1, 2, 102, 3, 102, 4, 5, 102],
      types: [0, 0, 0, 0, 1, 1, 1, 1, 1],
      asked: 2,
      sentences: [
        { at: 0, from: 4, to: 5, judged: true },
        { at: 1, from: 6, to: 8, judged: true },
      ],
    },
  ]);
});

test("what room the last window has left holds sentences before as context, which are not judged again", () => {
  // 10 pieces: [CLS] 1 [SEP] leaves 7; three sentences of one piece and its end fit, the fourth brings two of them along.
  const { windows } = readingWindows([1], [[3], [4], [5], [6]], SPECIAL, 10);
  expect(windows.map(({ sentences }) => sentences.map(({ at, judged }) => [at, judged]))).toEqual([
    [
      [0, true],
      [1, true],
      [2, true],
    ],
    [
      [1, false],
      [2, false],
      [3, true],
    ],
  ]);
});

test("a question is cut at 160 pieces and a sentence at 64, and that is told", () => {
  const long = Array.from({ length: 200 }, (_, at) => at + 1000);
  const { windows, cut } = readingWindows(long, [long], SPECIAL, 384);
  expect(cut).toBe(true);
  expect(windows[0]).toMatchObject({ asked: 160, sentences: [{ from: 162, to: 226 }] });
});

test("every sentence is judged once, no input is too long, and each span holds its sentence's pieces", () => {
  const ids = fc.array(fc.integer({ min: 1000, max: 30_000 }), { maxLength: 80 });
  fc.assert(
    fc.property(ids, fc.array(ids, { maxLength: 60 }), fc.integer({ min: 230, max: 512 }), (question, sentences, most) => {
      const { windows } = readingWindows(question, sentences, SPECIAL, most);
      const judged = windows.flatMap((window) => window.sentences.filter((sentence) => sentence.judged).map(({ at }) => at));
      expect(judged).toEqual(sentences.map((_, at) => at));
      for (const { ids, types, sentences: spans } of windows) {
        expect(ids.length).toBeLessThanOrEqual(most);
        expect(types).toHaveLength(ids.length);
        for (const { at, from, to } of spans) expect(ids.slice(from, to)).toEqual(sentences[at]?.slice(0, 64));
      }
    }),
  );
});
