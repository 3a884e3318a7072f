import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-parts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const articles = at("articles.jsonl");
writeFileSync(
  articles,
  Array.from({ length: 40 }, (_, number) =>
    JSON.stringify({ pmid: `${100 + number}`, title: `Losartan ${number % 7}`, abstract: `heart ${number % 3} brain` }),
  ).join("\n"),
);
const build = (out: string, ...more: string[]) =>
  runCli("index", "build", "--articles", articles, "--out", at(out), "--no-vectors", ...more);
const hits = async (index: string) =>
  (await runCli("search", "--index", at(index), "--query", "losartan 3 heart 1", "--ranker", "bm25", "--json")).out;

test("parts built with --shard are joined by index merge into the index of one build", async () => {
  expect((await build("whole.db")).code).toBe(0);
  for (const part of [1, 2, 3]) expect((await build(`part${part}.db`, "--shard", `${part}/3`)).code).toBe(0);
  const parts = [at("part3.db"), at("part1.db"), at("part2.db")];
  const merged = await runCli("index", "merge", ...parts, "--index", at("merged.db"), "--json");
  expect(merged).toMatchObject({ code: 0 });
  expect(JSON.parse(merged.out)).toEqual({ index: at("merged.db"), articles: 40, vectors: 0, parts: 3 });
  expect(await hits("merged.db")).toBe(await hits("whole.db"));
  expect(JSON.parse(await hits("merged.db"))[0].hits).toHaveLength(40);
  expect((await runCli("index", "verify", "--index", at("merged.db"))).code).toBe(0);
});

test("a missing part ends in 3 with its number, a file that is no part in 2, a wrong --shard in 2", async () => {
  await build("a.db", "--shard", "1/2");
  await build("plain.db");
  const missing = await runCli("index", "merge", at("a.db"), "--index", at("b.db"));
  expect(missing).toMatchObject({ code: 3, err: expect.stringMatching(/Missing of 2 parts: 2\..*--shard 2\/2/) });
  const plain = await runCli("index", "merge", at("a.db"), at("plain.db"), "--index", at("b.db"));
  expect(plain).toMatchObject({ code: 2, err: expect.stringContaining("built whole") });
  for (const shard of ["0/2", "3/2", "2", "a/b", "1/2000"])
    expect(await build("c.db", "--shard", shard)).toMatchObject({ code: 2, err: expect.stringContaining("i/n") });
});

test("a part that is searched says that it is one, and so do its stats", async () => {
  await build("alone.db", "--shard", "1/2");
  const searched = await runCli("search", "--index", at("alone.db"), "--query", "lithium", "--ranker", "bm25");
  expect(searched.err).toContain("is part 1/2 of an index");
  expect(JSON.parse((await runCli("index", "stats", "--index", at("alone.db"), "--json")).out)).toMatchObject({
    shard: "1/2",
  });
});
