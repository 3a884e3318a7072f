import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-odd-"));
afterAll(() => rmSync(folder, { recursive: true }));
const index = join(folder, "articles.db");
const articles = join(folder, "articles.jsonl");
writeFileSync(articles, readFileSync("data/demo/bioasq/corpus.jsonl", "utf8").split("\n").slice(0, 40).join("\n"));
const built = runCli("index", "build", "--articles", articles, "--out", index, "--quiet");

test.each(["list", "summary"])(
  "a %s question whose words match nothing is not answered from unrelated articles",
  async (type) => {
    expect((await built).code).toBe(0);
    const { code, out } = await runCli(
      "bioasq",
      "run",
      "--question",
      "zzzqqq xxyyzz?",
      "--type",
      type,
      "--index",
      index,
      "--offline",
      "--quiet",
      "--json",
    );
    expect(code).toBe(0);
    const [line] = JSON.parse(out).results;
    expect(line).toMatchObject({
      status: "abstained",
      rescue: "unused",
      evidence: { articles: [], snippets: [] },
      citations: [],
    });
    expect(line.fallbacks[0]).toMatchObject({
      step: "gradeEvidence",
      code: "noEvidence",
      reason: expect.stringMatching(/^no article matches/),
    });
  },
  240_000,
);

test("a message in another script gets an answer that cites the note, or a fallback that says why not", async () => {
  const note = join(folder, "note.txt");
  writeFileSync(note, "Hospital Course:\nINR was 4.8 on arrival, so warfarin was held.\nPotassium was 4.1.\n");
  const { code, out } = await runCli(
    "archehr",
    "run",
    "--note",
    note,
    "--question",
    "なぜワルファリンは中止されたのですか？",
    "--quiet",
    "--json",
  );
  expect(code).toBe(0);
  const [line] = JSON.parse(out).results;
  expect(["ok", "fallback", "abstained"]).toContain(line.status);
  expect(line.question).not.toBe("");
  if (line.status === "ok") expect(line.citations.length).toBeGreaterThan(0);
  else expect(line.fallbacks[0]).toMatchObject({ reason: expect.stringMatching(/\w/), instead: expect.stringMatching(/\w/) });
}, 120_000);
