import { expect, test } from "vitest";
import { checkDamagedReplies } from "../../../support/damaged-replies.ts";

test("whatever a model writes, nothing crashes, and no id or number comes out that was not in its value", async () => {
  const tally = await checkDamagedReplies(1000, 1);
  expect(tally.ok).toBeGreaterThan(50);
  expect(tally.trouble).toBeGreaterThan(50);
});
