import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { packageRoot } from "../../clients/env.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-review-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Review two demo cases with decisions from a pipe that ends after them. */
const review = async (out: string, decisions: string) => {
  const cases = join(packageRoot(), "data", "demo", "archehr", "archehr-qa.xml");
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      "cli/main.ts",
      "archehr",
      "run",
      "--cases",
      cases,
      "--limit",
      "2",
      "--review",
      "--quiet",
      "--out",
      join(folder, out),
    ],
    { cwd: packageRoot(), stdio: ["pipe", "ignore", "pipe"] },
  );
  let stderr = "";
  child.stderr.on("data", (piece) => (stderr += String(piece)));
  child.stdin.end(decisions);
  const [code] = await once(child, "close");
  return { code, stderr };
};
const linesOf = (out: string) =>
  readFileSync(join(folder, out, "results.jsonl"), "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("two drafts are decided by two lines that come at once", async () => {
  const { code, stderr } = await review("two", "a\nr\nnot her question\n");
  expect(code, stderr).toBe(0);
  expect(linesOf("two")).toHaveLength(2);
  expect(readFileSync(join(folder, "two", "results.jsonl"), "utf8")).toContain("The note does not state the answer.");
});

test("input that ends before a decision ends the command with 2, and leaves the folder free", async () => {
  const { code, stderr } = await review("one", "a\n");
  expect(code, stderr).toBe(2);
  expect(stderr).toContain("--review: standard input ended before the draft was decided");
  expect(linesOf("one")).toHaveLength(1);
  expect(existsSync(join(folder, "one", "run.pid"))).toBe(false);
});
