import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-replay-"));
const FILES = [
  "results.jsonl",
  ...["1", "2", "3", "4"].flatMap((subtask) => [`subtask-${subtask}/submission.json`, `subtask-${subtask}/submission.zip`]),
];
const run = async (out: string, ...more: string[]) =>
  (
    await runCli(
      "archehr",
      "run",
      "--cases",
      "data/demo/archehr/archehr-qa-subtask4.xml",
      "--ids",
      "D1,D3,D5,D8",
      "--out",
      join(folder, out),
      "--quiet",
      ...more,
    )
  ).code;
const bytes = (out: string) => FILES.map((name) => readFileSync(join(folder, out, name)).toString("base64"));

test("a replayed run gives the same bytes at concurrency 1 and 4, and asks nothing", async () => {
  const recordings = join(folder, "recordings");
  expect(await run("recorded", "--record", recordings)).toBe(0);
  expect(await run("one", "--replay", recordings, "--concurrency", "1")).toBe(0);
  expect(await run("four", "--replay", recordings, "--concurrency", "4")).toBe(0);
  expect(bytes("four")).toEqual(bytes("one"));
  expect(bytes("one").slice(1)).toEqual(bytes("recorded").slice(1)); // the official files; results.jsonl holds the first run's own milliseconds
});

test("a replay with another setting ends in replayMiss, and names the part of the request that differs", async () => {
  const missed = await runCli(
    "archehr",
    "run",
    "--cases",
    "data/demo/archehr/archehr-qa-subtask4.xml",
    "--ids",
    "D1",
    "--out",
    join(folder, "missed"),
    "--quiet",
    "--replay",
    join(folder, "recordings"),
    "--set",
    "interpretShots=0",
  );
  expect(missed.code).toBe(1);
  expect(missed.err).toMatch(/replayMiss.*archehr\/interpret-question@1.*another .*system/);
});
