import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { NOTICE } from "../../cli/notice.ts";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-common-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
const index = join(folder, "articles.db");
const articles = write(
  "articles.jsonl",
  ["aspirin", "warfarin", "heparin"]
    .map((drug, at) => `${JSON.stringify({ pmid: String(at + 1), title: `On ${drug}.` })}\n`)
    .join(""),
);
const queries = write(
  "queries.jsonl",
  ["aspirin", "warfarin", "heparin"].map((text) => `${JSON.stringify({ id: text, text })}\n`).join(""),
);
const built = runCommand("index", "build", "--articles", articles, "--out", index, "--no-vectors", "--quiet", "--offline");
const search = async (...more: string[]) => {
  await built;
  return runCommand("search", "--index", index, "--queries", queries, "--ranker", "bm25", ...more);
};

test.each<[string, string[]]>([
  ["doctor", ["--offline", "--quiet"]],
  ["index stats", ["--index", index, "--quiet"]],
  ["index verify", ["--index", index, "--quiet", "--offline"]],
])("%s takes the common options whose promise it keeps anyway", async (command, more) => {
  expect((await built).code).toBe(0);
  expect((await runCommand(...command.split(" "), ...more)).code).toBe(0);
});

test("doctor --offline asks no host for a model", async () => {
  const { code, stdout } = await runCommand("doctor", "--offline", "--json", "--model", "vllm:any");
  expect(code).toBe(3);
  expect(JSON.parse(stdout).reached).toEqual([]);
});

test.each<[string, string]>([
  ["--limit=2", "aspirin,warfarin"],
  ["--ids=heparin,warfarin", "warfarin,heparin"],
  ["--concurrency=3", "aspirin,warfarin,heparin"],
])("search %s runs those queries, in the order of the file", async (option, ran) => {
  const { code, stdout, stderr } = await search("--json", option);
  expect(code).toBe(0);
  const found = JSON.parse(stdout) as { query: string; hits: unknown[] }[];
  expect(found.map(({ query }) => query).join(",")).toBe(ran);
  expect(found.every(({ hits }) => hits.length === 1)).toBe(true);
  expect(stderr).toContain(NOTICE);
});

test.each<[string, string[]]>([
  [
    "search: --record has no effect with --ranker bm25",
    ["search", "--index", index, "--queries", queries, "--ranker", "bm25", "--record", folder],
  ],
  ["search: --budget has no effect on this command", ["search", "--index", index, "--query", "x", "--budget", "1"]],
  [
    "index stats: --limit and --resume have no effect on this command",
    ["index", "stats", "--index", index, "--limit", "1", "--resume"],
  ],
])("%s: it is refused with that reason", async (message, args) => {
  await built;
  const { code, stderr } = await runCommand(...args);
  expect(code).toBe(2);
  for (const part of message.split(" and ")) expect(stderr).toContain(part.replace(/ have no effect.*$/, ""));
  expect(stderr).toContain(message);
});

test("validate, audit, replay diff and score carry the notice in every form", async () => {
  const qrels = write("qrels.tsv", "q\t1\t1\n");
  const run = write("run.trec", "q Q0 1 1 1.0 t\n");
  for (const form of ["--json", "--csv"]) {
    const { code, stderr } = await runCommand("score", "trec", "--qrels", qrels, "--run", run, form, "--quiet");
    expect([code, stderr]).toEqual([0, expect.stringContaining(NOTICE)]);
  }
  const cases = "data/demo/archehr/archehr-qa-subtask4.xml";
  const submission = write("submission.json", "[]");
  const validated = ["validate", "--as", "archehr", "--subtask", "2", "--cases", cases, submission, "--quiet"];
  expect((await runCommand(...validated)).stdout).toContain(NOTICE);
  expect(JSON.parse((await runCommand(...validated, "--json")).stdout).notice).toBe(NOTICE);
  const manifest = { evigraph: "0", notice: "", command: [], fingerprint: {}, counts: {}, fallbacks: {} };
  write("manifest.json", JSON.stringify({ ...manifest, started: "", finished: null, seconds: null }));
  for (const report of [
    ["audit", folder],
    ["replay", "diff", folder, folder],
  ]) {
    expect((await runCommand(...report)).stdout).toContain(NOTICE);
    expect(JSON.parse((await runCommand(...report, "--json")).stdout).notice).toBe(NOTICE);
  }
});
