import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changedSince, commitOf } from "../../cli/commit-of.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-commit-"));
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder, encoding: "utf8" }).trim();
beforeAll(() => {
  git("init", "--quiet");
  for (const name of ["a.ts", "b.ts"]) writeFileSync(join(folder, name), "1\n");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a commit has a plus only where one of the files that matter differs from it", () => {
  const hash = git("rev-parse", "--short=12", "HEAD");
  expect(commitOf(["a.ts"], folder)).toBe(hash);
  writeFileSync(join(folder, "b.ts"), "2\n");
  expect(commitOf(["a.ts"], folder)).toBe(hash);
  expect(commitOf(["a.ts", "b.ts"], folder)).toBe(`${hash}+`);
  expect([changedSince(hash, ["a.ts"], folder), changedSince(hash, ["b.ts"], folder)]).toEqual([false, true]);
});

test("what ran with changes of its own, or on a commit that is not known, has changed", () => {
  expect(changedSince(`${git("rev-parse", "--short=12", "HEAD")}+`, ["a.ts"], folder)).toBe(true);
  expect(changedSince("unknown", ["a.ts"], folder)).toBe(true);
  expect(changedSince("0123456789ab", ["a.ts"], folder)).toBe(true);
});

test("outside a repository of its own a commit is unknown", () => {
  expect(commitOf(["a.ts"], tmpdir())).toBe("unknown");
});
