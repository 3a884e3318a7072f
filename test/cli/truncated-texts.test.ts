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

const LONG = Array.from({ length: 400 }, () => "warfarin").join(" and ");
const TOLD = /^1 text was longer than the encoder reads, and compared by the part before its limit\.$/m;

test("an index says how many articles were longer than the encoder reads: when it is built, and in its stats", async () => {
  const [articles, index] = [join(folder, "articles.jsonl"), join(folder, "articles.db")];
  writeFileSync(
    articles,
    `${JSON.stringify({ pmid: "1", title: "A", abstract: LONG })}\n${JSON.stringify({ pmid: "2", title: "B" })}\n`,
  );
  const built = await runCli("index", "build", "--articles", articles, "--out", index);
  expect(built.err).toMatch(TOLD);
  expect((await runCli("index", "stats", "--index", index)).out).toMatch(/^truncated: 1$/m);
});

test("search and evidence say it too", async () => {
  const index = join(folder, "articles.db");
  expect((await runCli("search", "--index", index, "--query", LONG, "--ranker", "dense")).err).toMatch(TOLD);
  const lines = join(folder, "claims.jsonl");
  writeFileSync(lines, `${JSON.stringify({ id: "1", question: "Why?", sentences: [LONG, "Potassium was 4.1."] })}\n`);
  const { err } = await runCli("evidence", "--in", lines, "--out", join(folder, "evidence.jsonl"));
  expect(err).toMatch(TOLD);
  expect(err).toMatch(/^In 1 reading of a note the question or a sentence was longer than the reader takes/m);
});
