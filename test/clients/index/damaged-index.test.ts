import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildIndex } from "../../../clients/index/build-index.ts";
import { openIndex } from "../../../clients/index/open-index.ts";
import { LONG_LIST } from "../../../clients/index/posting-blocks.ts";
import type { Article } from "../../../state/article.ts";
import type { Outcome } from "../../../state/outcome.ts";
import { article, letterEncoder, letterVector, streamed } from "../../support/hand-made-index.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-damaged-"));
const whole = join(folder, "whole.db");
const hurt = join(folder, "hurt.db");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More articles than a list without blocks has, so that each kind of row is in the file: gene is in all of them, bead in a few. */
const ARTICLES: Article[] = Array.from({ length: LONG_LIST + 40 }, (_, at) =>
  article(String(1000 + at), `Gene ${at} faced`, at % 9 === 0 ? `A bead of edge ${at} faded.` : `The cage ${at} decayed.`, {
    year: 1990 + (at % 30),
    mesh: ["Genes"],
    ...(at === 7 ? { retracted: true } : {}),
  }),
);
const BY_PMID = new Map(ARTICLES.map((one) => [one.pmid, one]));

let bytes: Buffer;
beforeAll(async () => {
  const built = await buildIndex({ articles: streamed(ARTICLES), file: whole, encoder: letterEncoder() });
  if (built.is !== "ok") throw new Error(built.detail);
  bytes = readFileSync(whole);
});

const damage = (at: number, length: number): void => {
  const copy = Buffer.from(bytes);
  for (let place = at; place < Math.min(at + length, copy.length); place++) copy[place]! ^= 0xff;
  writeFileSync(hurt, copy);
};

/** Right, or misconfigured with the file's name and the way out. */
const told = <Value>(outcome: Outcome<Value>): Value | undefined => {
  if (outcome.is === "ok") return outcome.value;
  expect(outcome).toMatchObject({ is: "misconfigured", detail: expect.stringContaining(hurt) });
  expect(outcome.detail).toContain("evigraph index build");
  return undefined;
};

/** Ask a damaged index everything. Out: whether any call told of damage. */
const askAll = async (): Promise<boolean> => {
  const opened = told(openIndex(hurt));
  if (opened === undefined) return true;
  try {
    const options = { limit: 20, dateTo: "2018" };
    const found = [
      told(await opened.searchWords({ text: "gene bead 511" }, options)),
      told(await opened.searchVector(letterVector("a bead"), options)),
    ];
    for (const reply of found) {
      for (const { pmid, score } of reply?.hits ?? []) {
        expect(BY_PMID.has(pmid)).toBe(true);
        expect(Number.isFinite(score)).toBe(true);
      }
    }
    let isTold = found.includes(undefined);
    for (const [at, indexed] of ARTICLES.entries()) {
      if (at > 10 && at % 20 !== 0) continue;
      const { pmid } = indexed;
      const read = told(await opened.read([pmid]));
      isTold ||= read === undefined;
      // Never a text that was not indexed; an entry of the table of pmids that is lost reads as unknown.
      if (read !== undefined && read.length > 0) expect(read).toEqual([indexed]);
    }
    const vectors = told(await opened.vectors([...BY_PMID.keys()]));
    for (const vector of vectors?.values() ?? []) expect(vector).toHaveLength(8);
    const stats = told(opened.stats());
    const checks = told(opened.verify());
    return isTold || vectors === undefined || stats === undefined || checks?.some(({ ok }) => !ok) !== false;
  } finally {
    await opened.close();
  }
};

test("without damage every answer is right and every check holds", async () => {
  writeFileSync(hurt, bytes);
  expect(await askAll()).toBe(false);
});

test("whatever bytes are damaged, each answer is right or misconfigured, and nothing throws", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.constantFrom(1, 16, 300), async (at, length) => {
      damage(at, length);
      await askAll();
    }),
    { numRuns: 60, seed: 139 },
  );
});

describe("rows", () => {
  /** Change rows as no build writes them, past SQLite's own checks. */
  const change = (sql: string): void => {
    writeFileSync(hurt, bytes);
    const database = new Database(hurt);
    database.exec(sql);
    database.close();
  };

  test.each([
    ["a text", "UPDATE articles SET sections = replace(sections, '\"text\"', '\"text') WHERE pmid = '1003'"],
    ["a text that is another one", "UPDATE articles SET title = 'Gene 4 faced' WHERE pmid = '1003'"],
    ["a text that is a number", "UPDATE articles SET sections = 7"],
    ["a hash that is a text", "UPDATE articles SET hash = 'none'"],
    ["an article that is gone", "DELETE FROM articles WHERE pmid = '1000'"],
    ["postings that are a text", "UPDATE postings SET list = 'none' WHERE word = 'bead'"],
    ["postings cut short", "UPDATE postings SET list = x'000102' WHERE word = 'bead'"],
    ["postings of no known length", "UPDATE postings SET list = x'0001' WHERE word = 'bead'"],
    ["long postings that are gone", "UPDATE postings SET list = x'' WHERE blocks IS NOT NULL"],
    ["blocks cut short", "UPDATE postings SET blocks = x'00' WHERE blocks IS NOT NULL"],
    ["a vector cut short", "UPDATE vectors SET embedding = x'0102' WHERE doc = 5"],
    ["a vector that is a number", "UPDATE vectors SET embedding = 300 WHERE doc = 5"],
    ["a vector of no article", "UPDATE vectors SET doc = 900000 WHERE doc = 5"],
    ["a vector that is gone", "DELETE FROM vectors WHERE doc = 5"],
    ["signs cut short", "UPDATE signs SET signs = x'00'"],
    ["lengths cut short", "UPDATE segments SET lengths = x'0000'"],
    ["flags of absence", "UPDATE segments SET flags = zeroblob(65536)"],
    ["a count that is a word", "UPDATE meta SET value = 'many' WHERE key = 'vectors'"],
    ["a value that is bytes", "UPDATE meta SET value = x'00' WHERE key = 'dimensions'"],
    ["dimensions without end", "UPDATE meta SET value = '900000000' WHERE key = 'dimensions'"],
    ["a table that is gone", "DROP TABLE vectors"],
  ])("%s: told, never thrown", async (_what, sql) => {
    change(sql);
    expect(await askAll()).toBe(true);
  });
});
