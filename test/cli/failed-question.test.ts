import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

test("a question that fails is written with what is known, listed last, and --resume runs only it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "evigraph-failed-"));
  const place = (name: string) => join(folder, name);
  writeFileSync(
    place("articles.jsonl"),
    readFileSync("data/demo/bioasq/corpus.jsonl", "utf8").split("\n").slice(0, 8).join("\n"),
  );
  const built = await runCli(
    "index",
    "build",
    "--articles",
    place("articles.jsonl"),
    "--out",
    place("a.db"),
    "--no-vectors",
    "--quiet",
  );
  expect(built.code).toBe(0);
  const ask = (...more: string[]) =>
    runCli(
      "bioasq",
      "run",
      "--questions",
      "data/demo/bioasq/questions.json",
      "--limit",
      "2",
      "--index",
      place("a.db"),
      "--phase",
      "A+",
      "--quiet",
      ...more,
    );
  const [first, second] = (JSON.parse(readFileSync("data/demo/bioasq/questions.json", "utf8")) as { questions: { id: string }[] })
    .questions;
  const lines = () =>
    readFileSync(join(place("out"), "results.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));

  // Only the first question is recorded: a replay of both fails in the second one.
  expect((await ask("--record", place("rec"), "--out", place("recorded"), "--ids", first?.id ?? "")).code).toBe(0);
  const replayed = await ask("--replay", place("rec"), "--out", place("out"));
  expect(replayed.code).toBe(1);
  expect(replayed.err).toContain(`1 of 2 questions failed:\n  ${second?.id}: `);
  expect(lines().map(({ id, status }) => [id, status === "failed"])).toEqual([
    [first?.id, false],
    [second?.id, true],
  ]);
  const submission = JSON.parse(readFileSync(join(place("out"), "submission.json"), "utf8"));
  expect(submission.questions.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([first?.id, second?.id]);
  expect(submission.questions[1].ideal_answer).toBe("No answer was found in the evidence.");

  expect((await ask("--record", place("rec"), "--out", place("recorded too"), "--ids", second?.id ?? "")).code).toBe(0);
  const resumed = await ask("--replay", place("rec"), "--out", place("out"), "--resume", "--json");
  expect(resumed.code).toBe(0);
  expect(lines().map(({ status }) => status)).not.toContain("failed");
  expect(lines()).toHaveLength(2);
}, 240_000);
