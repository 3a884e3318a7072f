import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprintOf, readArticles } from "../../../clients/index/read-articles.ts";
import type { Deletion } from "../../../clients/index/stage-articles.ts";
import { InputFault } from "../../../formats/input-fault.ts";
import type { Article } from "../../../state/article.ts";
import { newFolder } from "../../support/hand-made-index.ts";

const none = Readable.from([]);
const written = (content: string | Buffer, name = "articles with spaces.jsonl"): string => {
  const file = join(newFolder(), name);
  writeFileSync(file, content);
  return file;
};
const all = async (files: readonly string[], stdin: Readable = none): Promise<(Article | Deletion)[]> => {
  const found: (Article | Deletion)[] = [];
  for await (const record of readArticles(files, stdin)) found.push(record);
  return found;
};
const names = async (files: readonly string[], stdin: Readable = none): Promise<string[]> =>
  (await all(files, stdin)).map((record) => ("deleted" in record ? `-${record.deleted}` : record.pmid));

const line = (pmid: string): string => JSON.stringify({ pmid, title: `Über ${pmid}`, abstract: "β" });
const record = (pmid: string): string =>
  `<PubmedArticle><MedlineCitation><PMID>${pmid}</PMID><Article><ArticleTitle>Über β</ArticleTitle></Article></MedlineCitation></PubmedArticle>`;
const set = (...content: string[]): string =>
  `<?xml version="1.0"?>\n<PubmedArticleSet>\n${content.join("\n")}\n</PubmedArticleSet>\n`;

describe("readArticles", () => {
  it("reads JSON lines with Windows line ends, a byte order mark, blank lines and no last line end", async () => {
    const file = written(`\ufeff${line("1")}\r\n\r\n${line("2")}\r\n${line("3")}`);
    expect(await names([file])).toEqual(["1", "2", "3"]);
    expect(await all([file])).toContainEqual({ pmid: "1", title: "Über 1", sections: [{ text: "β" }] });
  });

  it("reads PubMed files with their deletions, in the order of the files", async () => {
    const baseline = written(set(record("1"), record("2")), "pubmed24n0001.xml");
    const update = written(gzipSync(set(record("2"), "<DeleteCitation><PMID>1</PMID></DeleteCitation>")), "pubmed24n1220.xml.gz");
    expect(await names([baseline, update])).toEqual(["1", "2", "2", "-1"]);
  });

  it("goes by what a file holds, not by its name", async () => {
    expect(await names([written(gzipSync(line("1")), "articles.jsonl"), written(set(record("2")), "export.txt")])).toEqual([
      "1",
      "2",
    ]);
  });

  it("reads standard input for -", async () => {
    expect(await names(["-"], Readable.from([Buffer.from(`${line("1")}\n`), Buffer.from(line("2"))]))).toEqual(["1", "2"]);
  });

  it("finds the same articles wherever the bytes are cut, inside of a letter too", async () => {
    for (const content of [`${line("1")}\n${line("2")}\n`, set(record("1"), record("2"))]) {
      const bytes = Buffer.from(content);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), async (cuts) => {
          const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
          const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
          expect(await names(["-"], Readable.from(pieces))).toEqual(["1", "2"]);
        }),
        { numRuns: 50 },
      );
    }
  });

  it.each([
    ["a missing file", () => "no-such-file.jsonl", "no-such-file.jsonl"],
    ["an empty file", () => written(" \n"), "an empty file"],
    ["a gzip cut short", () => written(gzipSync(line("1").repeat(50)).subarray(0, 60)), "unexpected end of file"],
    ["XML cut between two records", () => written(set(record("1")).slice(0, -20)), "after record 1"],
    ["XML cut inside a record", () => written(set(record("1"), record("2")).slice(0, -60)), "after record 1"],
    ["a record without a PMID", () => written(set(record("1"), record(""))), "record 2"],
    ["a line that is no JSON", () => written(`${line("1")}\n{"pmid": `), "line 2"],
    ["a line without an id", () => written(`${line("1")}\n\n{"title": "x"}`), "line 3"],
    ["bytes that are not UTF-8", () => written(Buffer.concat([Buffer.from(line("1")), Buffer.from([0xff, 0xfe])])), "not UTF-8"],
    ["a folder", () => newFolder(), "its bytes"],
  ])("names the file and the place for %s", async (_, make, words) => {
    const file = make();
    const reading = all([file]);
    await expect(reading).rejects.toThrow(InputFault);
    await expect(reading).rejects.toThrow(file);
    await expect(reading).rejects.toThrow(words);
  });
});

describe("fingerprintOf", () => {
  it("changes with the files, their order, their content and their time, and with nothing else", () => {
    const [a, b] = [written("a"), written("b")];
    const before = fingerprintOf([a, b]);
    expect(fingerprintOf([a, b])).toBe(before);
    expect(fingerprintOf([b, a])).not.toBe(before);
    utimesSync(a, 1, 1);
    const later = fingerprintOf([a, b]);
    expect(later).not.toBe(before);
    writeFileSync(a, "c");
    utimesSync(a, 1, 1);
    expect(fingerprintOf([a, b])).not.toBe(later);
  });

  it("knows none of standard input, and names a missing file", () => {
    expect(fingerprintOf(["-"])).toBeUndefined();
    expect(() => fingerprintOf(["no-such-file"])).toThrow(InputFault);
  });
});
