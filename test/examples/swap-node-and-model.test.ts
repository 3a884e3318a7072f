import { expect, test } from "vitest";
import { runExample } from "../support/run-example.ts";

test("the example's own node writes the question, and its own model alone is asked for scores", async () => {
  const lines = await runExample("swap-node-and-model.ts");
  // The last question of the message as it stands; only sentence 1 shares a word of seven letters, amiodarone, with it.
  expect(lines[0]).toBe("Question: Who stopped my amiodarone?");
  expect(lines.filter((line) => line.startsWith("Evidence"))).toEqual([
    "Evidence [1] (5): Amiodarone was stopped by cardiology because of thyroid toxicity.",
  ]);
  expect(lines.filter((line) => line.startsWith("Asked for interpret"))).toEqual([]);
  const scorers = lines.filter((line) => line.startsWith("Asked for score"));
  expect(new Set(scorers)).toEqual(new Set(["Asked for score: sharedWords"]));
  expect(lines).toContain("Asked for align: extractive");
}, 120_000);
