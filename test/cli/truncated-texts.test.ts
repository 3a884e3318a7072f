import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-truncated-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a run says how many texts were longer than the encoder reads, and nothing when none was", async () => {
  const run = (name: string, second: string) => {
    const note = join(folder, name);
    writeFileSync(note, `INR was 4.8 on arrival, so warfarin was held.\n${second}`);
    return runCli("archehr", "run", "--note", note, "--question", "Why was warfarin held?");
  };
  const long = await run("long.txt", `Her medicines were ${Array.from({ length: 400 }, () => "warfarin").join(" and ")}.`);
  expect(long.err).toMatch(/^\d+ texts? (?:was|were) longer than the encoder reads/m);
  const short = await run("short.txt", "Potassium was 4.1.");
  expect(short.code).toBe(0);
  expect(short.err).not.toContain("longer than the encoder reads");
});
