import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runExample } from "../support/run-example.ts";

test("the script answers what it is asked, pads the other cases and breaks no rule", async () => {
  const out = join(mkdtempSync(join(tmpdir(), "evigraph-example-")), "submission.json");
  const cases = "data/demo/archehr/archehr-qa-subtask4.xml";
  const lines = await runExample("write-submission.ts", cases, out, "1");
  expect(lines[0]).toMatch(/^Case D1: \d+ departures from the planned path$/);
  expect(lines.at(-1)).toBe("Rules broken: 0");
  const submission: { case_id: string; prediction: string }[] = JSON.parse(readFileSync(out, "utf8"));
  const inFile = [...readFileSync(cases, "utf8").matchAll(/<case id="([^"]+)"/g)].map(([, id]) => id);
  expect(submission.map(({ case_id }) => case_id)).toEqual(inFile);
  expect(lines.at(-2)).toBe(`Padded: ${inFile.slice(1).join(", ")}`);
  expect(submission[0]?.prediction).not.toBe(submission[1]?.prediction);
});
