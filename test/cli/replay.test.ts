import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-replay-"));
afterAll(() => rmSync(folder, { recursive: true }));
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

test.each([0, 1, 3])("a replay that was killed after %i cases ends with the same bytes", async (done) => {
  // What a kill leaves: the manifest, finished lines, and one that is torn.
  const killed = `killed-${done}`;
  mkdirSync(join(folder, killed));
  const manifest = readFileSync(join(folder, "one", "manifest.json"), "utf8");
  writeFileSync(join(folder, killed, "manifest.json"), manifest);
  const lines = readFileSync(join(folder, "one", "results.jsonl"), "utf8").split("\n");
  writeFileSync(
    join(folder, killed, "results.jsonl"),
    `${lines
      .slice(0, done)
      .map((line) => `${line}\n`)
      .join("")}${lines[done]?.slice(0, 40)}`,
  );
  expect(await run(killed, "--replay", join(folder, "recordings"), "--concurrency", "3")).toBe(0);
  expect(bytes(killed)).toEqual(bytes("one"));
});

test("a replayed run of questions gives the same bytes at concurrency 1 and 4 too", async () => {
  const [index, recordings] = [join(folder, "articles.db"), join(folder, "recorded questions")];
  const articles = join(folder, "articles.jsonl");
  writeFileSync(articles, readFileSync("data/demo/bioasq/corpus.jsonl", "utf8").split("\n").slice(0, 40).join("\n"));
  expect((await runCli("index", "build", "--articles", articles, "--out", index, "--quiet")).code).toBe(0);
  const answer = async (out: string, ...more: string[]) => {
    const questions = ["--questions", "data/demo/bioasq/questions.json", "--phase", "A+", "--limit", "4", "--index", index];
    const { code, err } = await runCli("bioasq", "run", ...questions, "--out", join(folder, out), "--quiet", ...more);
    expect(err).toBe("");
    expect(code).toBe(0);
    return ["results.jsonl", "submission.json", "documents.trec"].map((name) => readFileSync(join(folder, out, name), "utf8"));
  };
  const recorded = await answer("asked", "--record", recordings);
  const one = await answer("asked in turn", "--replay", recordings, "--concurrency", "1");
  const four = await answer("asked at once", "--replay", recordings, "--concurrency", "4");
  expect(four).toEqual(one);
  expect(one.slice(1)).toEqual(recorded.slice(1)); // as above
  const { questions } = JSON.parse(one[1] ?? "");
  expect(questions.filter(({ ideal_answer }: { ideal_answer: string }) => ideal_answer !== "")).not.toEqual([]);
});

test("a replay with another setting ends in replayMiss, and names the setting that differs", async () => {
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
  expect(missed.err).toMatch(/replayMiss.*interpret-question@1.*input\.shots 3 there, 0 now \(setting interpretShots\)/);
});
