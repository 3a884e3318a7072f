import { expect, test } from "vitest";
import { z } from "zod";
import { plainFault } from "../../text/plain-fault.ts";

const faultOf = (schema: z.ZodType, value: unknown): string =>
  plainFault("id", schema.safeParse(value).error?.issues[0] ?? { message: "" });

test.each([
  ["of one kind", z.string(), undefined, "id is missing (expected text)"],
  ["of two kinds", z.union([z.string(), z.number()]), undefined, "id is missing (expected text or a number)"],
])("a field %s that is missing is called missing", (_what, schema, value, told) => {
  expect(faultOf(schema, value)).toBe(told);
});

test("a field of another kind is told with what was expected and found", () => {
  expect(faultOf(z.union([z.string(), z.number()]), true)).toBe("id: expected text or a number, found true or false");
});
