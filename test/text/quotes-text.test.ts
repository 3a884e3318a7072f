import fc from "fast-check";
import { expect, test } from "vitest";
import { quotesText } from "../../text/quotes-text.ts";

const NOTE = "INR was 4.8 on arrival,\nso warfarin was held. Ms. Quixotry went home.";

test.each([
  ["said: 'INR was 4.8 on arrival, so'", true],
  ['{"input": "inr was 4.8 on arrival,\\nso warfarin"}', true], // escaped, in other case
  ["This model's maximum context length is 2048 tokens.", false],
  ["INR was 4.8", false], // fewer than 24 characters
  ["", false],
])("%s: quotes the note %s", (message, expected) => {
  expect(quotesText(message, [NOTE])).toBe(expected);
});

test("whatever stands around a piece of the text, it is found; a text is not quoted by what shares no letter with it", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(20), (before, after, at) => {
      const piece = NOTE.slice(at, at + 40);
      expect(quotesText(`${before} ${piece} ${after}`, ["other", NOTE])).toBe(true);
    }),
  );
  expect(quotesText("%".repeat(100), [NOTE])).toBe(false);
});
