import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BuildOptions, buildIndex } from "../../../clients/index/build-index.ts";
import { mergeIndexes } from "../../../clients/index/merge-indexes.ts";
import { type LocalIndex, openIndex } from "../../../clients/index/open-index.ts";
import type { Deletion } from "../../../clients/index/stage-articles.ts";
import { InputFault } from "../../../formats/input-fault.ts";
import type { Article } from "../../../state/article.ts";
import { article, letterEncoder, letterVector, newFolder, streamed } from "../../support/hand-made-index.ts";

type Record = Article | Deletion;

const built = async (file: string, records: readonly Record[], options: Partial<BuildOptions> = {}): Promise<string> => {
  const outcome = await buildIndex({ articles: streamed(records), encoder: letterEncoder(), ...options, file });
  if (outcome.is !== "ok") throw new Error(outcome.detail);
  return file;
};
const partsOf = (folder: string, records: readonly Record[], of: number, options: Partial<BuildOptions> = {}) =>
  Promise.all(
    Array.from({ length: of }, (_, at) =>
      built(join(folder, `part-${at + 1}.db`), records, { ...options, shard: { part: at + 1, of } }),
    ),
  );
const opened = (file: string): LocalIndex => {
  const index = openIndex(file);
  if (index.is !== "ok") throw new Error(index.detail);
  return index.value;
};

/** All that an index holds and answers: hashes of articles, postings and vectors, every check, and searches. */
const allOf = async (file: string) => {
  const index = opened(file);
  const [stats, checks] = [index.stats(), index.verify()];
  const searches = await Promise.all(
    ["cab face", "deed bead cab", "fig"].flatMap((text) => [
      index.searchWords({ text }, { limit: 7 }),
      index.searchWords({ text }, { limit: 7, dateTo: "2020", retracted: "keep" }),
      index.searchVector(letterVector(text), { limit: 7 }),
    ]),
  );
  await index.close();
  return { stats: stats.is === "ok" ? { ...stats.value, file: "", bytes: 0 } : stats, checks, searches };
};

// Versions, deletions and returns of few articles, so that they meet often; letters are the encoder's alphabet.
const record: fc.Arbitrary<Record> = fc.oneof(
  { arbitrary: fc.record({ deleted: fc.nat(12).map(String) }), weight: 1 },
  {
    arbitrary: fc
      .record({
        pmid: fc.nat(12).map(String),
        words: fc.array(fc.constantFrom("cab", "face", "deed", "bead", "𝓗abc", "ﬁg"), { maxLength: 6 }),
        year: fc.option(fc.integer({ min: 2018, max: 2022 })),
        retracted: fc.boolean(),
      })
      .map(({ pmid, words, year, retracted }) =>
        article(pmid, words.join(" "), "", { retracted, ...(year === null ? {} : { year }) }),
      ),
    weight: 4,
  },
);

describe("mergeIndexes", () => {
  it("makes of any number of parts what one build makes: the same content, the same answers to the last bit", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 4 }), async (records, of) => {
        fc.pre(records.some((one) => !("deleted" in one)));
        const folder = newFolder();
        const last = article("100", "deed fig", ""); // so that the whole is never empty
        const parts = await partsOf(folder, [...records, last], of);
        const whole = await built(join(folder, "whole.db"), [...records, last]);
        const merged = join(folder, "merged.db");
        expect(await mergeIndexes({ parts: parts.reverse(), file: merged })).toMatchObject({ is: "ok", value: { parts: of } });
        expect(await allOf(merged)).toEqual(await allOf(whole));
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it("joins long lists of more than one segment, with their blocks", async () => {
    // Repeated versions leave numbers unused, so that 3,000 articles reach into a second segment.
    const versions = Array.from({ length: 66_000 }, (_, at) =>
      article(String(at % 3000), `common ${at % 3 === 0 ? "cab" : "face"}`, ""),
    );
    const late = Array.from({ length: 1500 }, (_, at) => article(`late${at}`, "common cab", ""));
    const folder = newFolder();
    const parts = await partsOf(folder, [...versions, ...late], 2, { encoder: undefined });
    const whole = await built(join(folder, "whole.db"), [...versions, ...late], { encoder: undefined });
    const merged = join(folder, "merged.db");
    expect(await mergeIndexes({ parts, file: merged })).toMatchObject({ is: "ok", value: { articles: 4500, vectors: 0 } });
    expect(opened(merged).stats()).toMatchObject({ value: { segments: 2 } });
    const [found, expected] = [await allOf(merged), await allOf(whole)];
    expect(found.stats).toEqual(expected.stats);
    expect(found.checks).toEqual(expected.checks);
  }, 120_000);

  it("refuses what is not all parts of one source, names the file, and leaves the old index", async () => {
    const folder = newFolder();
    const records = Array.from({ length: 30 }, (_, at) => article(String(at), `cab ${at}`, ""));
    const [first = "", second = "", third = ""] = await partsOf(folder, records, 3);
    const file = await built(join(folder, "articles.db"), [article("1", "old aspirin", "")]);
    const before = readFileSync(file);
    const whole = await built(join(folder, "whole.db"), records);
    const other = await built(join(folder, "other.db"), [...records.slice(1), article("31", "cab", "")], {
      shard: { part: 3, of: 3 },
    });
    const two = await built(join(folder, "two.db"), records, { shard: { part: 2, of: 2 } });
    const plain = await built(join(folder, "plain.db"), records, { shard: { part: 3, of: 3 }, encoder: undefined });
    expect(await mergeIndexes({ parts: [first, third], file })).toMatchObject({
      is: "misconfigured",
      detail: expect.stringContaining("Missing of 3 parts: 2."),
    });
    expect(await mergeIndexes({ parts: [], file })).toMatchObject({ is: "misconfigured" });
    expect(await mergeIndexes({ parts: [first, join(folder, "none.db")], file })).toMatchObject({
      is: "misconfigured",
      detail: expect.stringContaining("none.db"),
    });
    for (const [parts, words] of [
      [[first, second, whole], "whole.db"],
      [[first, second, second], "each part once"],
      [[first, second, other], "other articles"],
      [[first, two], "one of 3 parts"],
      [[first, second, plain], "no vectors"],
    ] as const) {
      const merging = mergeIndexes({ parts, file });
      await expect(merging).rejects.toThrow(InputFault);
      await expect(merging).rejects.toThrow(words);
    }
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.includes("building"))).toEqual([]);
  });

  it("leaves nothing when it is stopped, and never overwrites a file that is no index", async () => {
    const folder = newFolder();
    const parts = await partsOf(folder, [article("1", "cab", ""), article("2", "face", "")], 2);
    const file = join(folder, "merged.db");
    expect(await mergeIndexes({ parts, file, signal: AbortSignal.abort() })).toMatchObject({ is: "cancelled" });
    expect(existsSync(file) || existsSync(`${file}.building`)).toBe(false);
    const thesis = join(dirname(file), "thesis.docx");
    writeFileSync(thesis, "years of work");
    expect(await mergeIndexes({ parts, file: thesis })).toMatchObject({ is: "misconfigured" });
    expect(readFileSync(thesis, "utf8")).toBe("years of work");
  });
});
