import fc from "fast-check";
import { expect, test } from "vitest";
import { literalPattern } from "../../text/literal-pattern.ts";

test("a text's pattern matches that text, and a dot in it no other letter", () => {
  expect(new RegExp(`^${literalPattern("q.d. (w/ food) [a|b]")}$`, "u").test("q.d. (w/ food) [a|b]")).toBe(true);
  expect(new RegExp(`^${literalPattern("q.d.")}$`, "u").test("qxdx")).toBe(false);
});

test("any text is matched whole by its pattern", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(new RegExp(`^${literalPattern(text)}$`).exec(text)?.[0]).toBe(text);
    }),
  );
});
