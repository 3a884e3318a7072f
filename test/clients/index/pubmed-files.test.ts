import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildIndex } from "../../../clients/index/build-index.ts";
import { mergeIndexes } from "../../../clients/index/merge-indexes.ts";
import { openIndex } from "../../../clients/index/open-index.ts";
import { fingerprintOf, readArticles } from "../../../clients/index/read-articles.ts";
import { newFolder } from "../../support/hand-made-index.ts";

const folder = newFolder();
const record = (pmid: number, version: number, words: string): string =>
  `<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="${version}">${pmid}</PMID><Article><Journal><JournalIssue><PubDate><Year>2020</Year></PubDate></JournalIssue></Journal><ArticleTitle>Title ${pmid}</ArticleTitle><Abstract><AbstractText Label="AIM">${words}</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>`;
const deletion = (...pmids: number[]): string =>
  `<DeleteCitation>${pmids.map((pmid) => `<PMID Version="1">${pmid}</PMID>`).join("\n")}</DeleteCitation>`;
const gzipped = (name: string, ...content: string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, gzipSync(`<?xml version="1.0"?>\n<PubmedArticleSet>\n${content.join("\n")}\n</PubmedArticleSet>\n`));
  return file;
};

// Two baseline files of 1,500 articles each, then what NLM sends day by day: a new text, deletions, one that comes back, one never there.
const baseline = [0, 1].map((at) =>
  gzipped(
    `pubmed26n000${at + 1}.xml.gz`,
    ...Array.from({ length: 1500 }, (_, number) => record(1 + at * 1500 + number, 1, `losartan old${number % 7}`)),
  ),
);
const updates = [
  gzipped("pubmed26n0003.xml.gz", record(7, 2, "losartan revised"), record(9000, 1, "aspirin first"), deletion(8, 9, 77_777)),
  gzipped("pubmed26n0004.xml.gz", record(9, 2, "aspirin again"), record(9000, 2, "aspirin corrected"), deletion(10)),
];
const files = [...baseline, ...updates];
const options = () => ({ articles: readArticles(files, Readable.from([])), fingerprint: fingerprintOf(files) });

const pmidsFor = async (file: string, text: string): Promise<string[]> => {
  const index = openIndex(file);
  if (index.is !== "ok") throw new Error(index.detail);
  const reply = await index.value.searchWords({ text }, { limit: 5 });
  await index.value.close();
  return reply.is === "ok" ? reply.value.hits.map(({ pmid }) => pmid) : [reply.detail];
};
const hashesOf = (file: string): unknown => {
  const index = openIndex(file);
  if (index.is !== "ok") throw new Error(index.detail);
  const stats = index.value.stats();
  const checks = index.value.verify();
  void index.value.close();
  return { stats: stats.is === "ok" && stats.value.articlesSha256, checks };
};

test("baseline and update files give the last version of each article, without the deleted ones", async () => {
  const file = join(folder, "whole.db");
  // 3,000 of the baseline and 9000, less 8 and 10; 9 came back.
  expect(await buildIndex({ ...options(), file })).toMatchObject({ is: "ok", value: { articles: 2999, read: 3008, resumed: 0 } });
  expect(await pmidsFor(file, "revised")).toEqual(["7"]);
  expect(await pmidsFor(file, "first")).toEqual([]);
  expect((await pmidsFor(file, "aspirin corrected again")).sort()).toEqual(["9", "9000"]);
  expect(await pmidsFor(file, "title 8")).not.toContain("8");
  expect(await pmidsFor(file, "title 10")).not.toContain("10");
});

test("a build stopped within the files goes on there, and its index is that of one run; so is one joined of parts", async () => {
  const whole = join(folder, "one-run.db");
  await buildIndex({ ...options(), file: whole });
  const file = join(folder, "stopped.db");
  const stop = new AbortController();
  const onProgress = ({ done }: { done: number }) => done >= 2000 && stop.abort();
  expect(await buildIndex({ ...options(), file, signal: stop.signal, onProgress })).toMatchObject({ is: "cancelled" });
  const goneOn = await buildIndex({ ...options(), file });
  expect(goneOn).toMatchObject({ is: "ok", value: { articles: 2999, read: 3008, resumed: 2000 } });
  expect(hashesOf(file)).toEqual(hashesOf(whole));
  const parts = [1, 2].map((part) => join(folder, `part${part}.db`));
  for (const [at, part] of parts.entries()) await buildIndex({ ...options(), file: part, shard: { part: at + 1, of: 2 } });
  const merged = join(folder, "merged.db");
  expect(await mergeIndexes({ parts, file: merged })).toMatchObject({ is: "ok", value: { articles: 2999 } });
  expect(hashesOf(merged)).toEqual(hashesOf(whole));
  expect(readdirSync(dirname(file)).filter((name) => name.includes("building"))).toEqual([]);
});
