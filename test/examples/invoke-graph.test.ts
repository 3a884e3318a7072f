import { expect, test } from "vitest";
import { runExample } from "../support/run-example.ts";

test("the example that invokes a graph answers from the sentence that tells why", async () => {
  const lines = await runExample("invoke-graph.ts");
  expect(lines[0]).toMatch(/^Question: .*lisinopril.*\?$/);
  expect(lines).toContainEqual(expect.stringMatching(/^Evidence \[3\] \([45]\): Creatinine was 2\.4 .*lisinopril was stopped/));
  expect(lines).toContainEqual(expect.stringMatching(/^Answer: .*acute kidney injury.* \[3/));
}, 120_000);
