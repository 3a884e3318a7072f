import { expect, test } from "vitest";
import { checkDamagedReplies } from "../support/damaged-replies.ts";

test("of 20,000 damaged model replies none crashes, and none gives an id or number that was not in its value", async () => {
  const tally = await checkDamagedReplies(20_000, 20_260_301);
  expect(tally.ok + tally.trouble).toBe(20_000);
  expect(tally.ok).toBeGreaterThan(1000);
});
