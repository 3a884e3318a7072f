import { expect, test } from "vitest";
import { z } from "zod";
import { plainIssue } from "../../text/plain-issue.ts";

const issueOf = (schema: z.ZodType, value: unknown): string =>
  plainIssue(schema.safeParse(value).error?.issues[0] ?? { message: "" });

test.each([
  ["a word for a number", z.number(), "k", "expected a number, found text"],
  ["a key that is missing", z.object({ text: z.string() }), {}, "expected text, found nothing"],
  ["a fraction", z.int(), 1.5, "expected a whole number, found a number"],
  ["a number for a switch", z.boolean(), 3, "expected true or false, found a number"],
  ["a list for an object", z.object({}), [], "expected an object, found a list"],
  ["too little", z.number().min(1), 0, "expected a number of at least 1"],
  ["too much", z.number().max(5), 9, "expected a number of at most 5"],
  ["not above", z.number().positive(), 0, "expected a number above 0"],
  ["another word", z.enum(["paper", "best"]), "worst", 'expected one of "paper" or "best"'],
  ["an empty list", z.array(z.string()).min(1), [], "expected at least one"],
  ["what fits no form", z.union([z.string(), z.number()]), null, "expected text or a number, found null"],
  [
    "what fits no form and is not there",
    z.union([z.string(), z.number()]),
    undefined,
    "expected text or a number, found nothing",
  ],
  ["a word that is none of several", z.union([z.literal("a"), z.literal("b")]), "c", 'expected "a" or "b"'],
])("%s is told in plain words", (_what, schema, value, told) => {
  expect(issueOf(schema, value)).toBe(told);
});

test("a message of our own stays as it is", () => {
  expect(plainIssue({ message: "expected the patient's message" })).toBe("expected the patient's message");
});
