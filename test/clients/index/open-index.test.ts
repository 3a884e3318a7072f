import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openIndex } from "../../../clients/index/open-index.ts";
import type { SearchReply } from "../../../clients/retriever.ts";
import type { Outcome } from "../../../state/outcome.ts";
import { article, indexOf, letterEncoder, letterVector, newFolder } from "../../support/hand-made-index.ts";

const reply = (outcome: Outcome<SearchReply>): SearchReply => {
  if (outcome.is !== "ok") throw new Error(outcome.detail);
  return outcome.value;
};
const pmids = (outcome: Outcome<SearchReply>): string[] => reply(outcome).hits.map(({ pmid }) => pmid);
const fileWith = async (change: (file: string) => void): Promise<string> => {
  const file = join(newFolder(), "articles.db");
  const index = await indexOf(
    Array.from({ length: 200 }, (_, at) => article(String(at), `Title ${at}`, `losartan text number ${at} `.repeat(20))),
    { file },
  );
  await index.close();
  change(file);
  return file;
};

describe("searchWords of a local index", () => {
  it("scores by BM25 with k1 0.9 and b 0.4 over title and abstract as one piece", async () => {
    // Words: 1 = losartan atrophy (2), 2 = losartan losartan brain heart (4), 3 = heart (1), 4 = heart brain kidney (3).
    const index = await indexOf([
      article("1", "Losartan", "atrophy"),
      article("2", "losartan", "losartan brain heart"),
      article("3", "heart", ""),
      article("4", "Heart", "brain kidney"),
    ]);
    // N = 4, losartan in 2: idf = ln(1 + 2.5/2.5) = 0.6931; mean length = 10/4 = 2.5.
    // 1: count 1, 0.9 (0.6 + 0.4 x 2/2.5) = 0.828: 0.6931 x 1.9 x 1/1.828 = 0.7204
    // 2: count 2, 0.9 (0.6 + 0.4 x 4/2.5) = 1.116: 0.6931 x 1.9 x 2/3.116 = 0.8453
    const { hits, total } = reply(await index.searchWords({ text: "losartan" }, { limit: 10 }));
    expect(hits.map(({ pmid, score }) => [pmid, Number(score.toFixed(4))])).toEqual([
      ["2", 0.8453],
      ["1", 0.7204],
    ]);
    expect(total).toBe(2);
  });

  it("answers any of a long question's words, says which no article holds, and asks rarest first", async () => {
    const index = await indexOf([article("1", "Losartan in the heart", ""), article("2", "The heart", "")]);
    const found = reply(await index.searchWords({ text: "What does losartan do to the heart of zebrafish?" }, { limit: 10 }));
    expect(found.hits.map(({ pmid }) => pmid)).toEqual(["1", "2"]);
    expect(found.executed).toBe("bm25(k1=0.9, b=0.4): losartan heart");
    expect(found.warnings).toEqual(["No article holds: zebrafish."]);
  });

  it.each(["", "   ", "?!", "what is the of", "\u0000"])("asks nothing for %j and says so", async (text) => {
    const index = await indexOf([article("1", "what is the", "?!")]);
    const found = reply(await index.searchWords({ text }, { limit: 10 }));
    expect(found.hits).toEqual([]);
    expect(found.warnings.join()).toContain("no word to search for");
  });

  it.each([
    "Crohn's",
    "Crohn’s disease AND (",
    "0.05",
    "CRISPR/Cas9",
    "Na+/K+",
    '"BRCA1?"',
    "@#=,?%[]",
    "a NEAR/2 b",
    "β-blocker",
  ])("takes %s as words and nothing else", async (text) => {
    const index = await indexOf([article("1", "Crohn disease 0.05 CRISPR/Cas9 Na+/K+ BRCA1 near beta-blocker", "")]);
    expect((await index.searchWords({ text }, { limit: 10 })).is).toBe("ok");
    if (/\w\w/.test(text)) expect(pmids(await index.searchWords({ text }, { limit: 10 }))).toEqual(["1"]);
  });

  it("looks up the 64 rarest of a note's many words and names those left out", async () => {
    const words = Array.from({ length: 70 }, (_, at) => `word${at}x`);
    // Article n holds the words n, n+1 …: the last words are the most frequent.
    const index = await indexOf(words.map((_, at) => article(String(at), words.slice(at).join(" "), "")));
    const found = reply(await index.searchWords({ text: words.join(" ") }, { limit: 5 }));
    expect(found.executed.split(" ")).toHaveLength(2 + 64); // bm25(k1=0.9, b=0.4): and the words
    expect(found.warnings).toEqual([
      "Left out as the most frequent of 70 words: word64x, word65x, word66x, word67x, word68x, word69x.",
    ]);
    expect(found.hits[0]!.pmid).toBe("0");
  });

  it("leaves out retracted articles and names them, and keeps them where asked", async () => {
    const index = await indexOf([
      article("1", "losartan", "brain"),
      article("2", "losartan losartan", "", { retracted: true }),
      article("3", "heart", "", { retracted: true }),
    ]);
    const found = reply(await index.searchWords({ text: "losartan" }, { limit: 10 }));
    expect(found.hits.map(({ pmid }) => pmid)).toEqual(["1"]);
    expect(found.retracted).toEqual(["2"]);
    expect(pmids(await index.searchWords({ text: "losartan" }, { limit: 10, retracted: "keep" }))).toEqual(["2", "1"]);
  });

  it("finds nothing after the cutoff, nor of an unknown year, and says what it cannot know", async () => {
    const index = await indexOf([
      article("1", "losartan", "", { year: 2019 }),
      article("2", "losartan", "", { year: 2020 }),
      article("3", "losartan", "", { year: 2021 }),
      article("4", "losartan", ""),
    ]);
    const found = reply(await index.searchWords({ text: "losartan" }, { limit: 10, dateTo: "2020-06-30" }));
    expect(found.hits.map(({ pmid }) => pmid)).toEqual(["1", "2"]);
    expect(found.warnings).toEqual([
      "The index knows years alone: all of 2020 is included.",
      "Left out by the cutoff: 1 articles of unknown year.",
    ]);
    expect(pmids(await index.searchWords({ text: "losartan" }, { limit: 10, dateTo: "" }))).toHaveLength(4);
    expect(await index.searchWords({ text: "losartan" }, { limit: 10, dateTo: "June 2020" })).toMatchObject({
      is: "misconfigured",
    });
    expect(await index.searchWords({ text: "losartan" }, { limit: 10, dateTo: "2021-02-30" })).toMatchObject({
      is: "misconfigured",
    });
  });

  it("tells a stop from a deadline", async () => {
    const index = await indexOf([article("1", "losartan", "")]);
    const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    expect((await index.searchWords({ text: "losartan" }, { limit: 1, signal: AbortSignal.abort() })).is).toBe("cancelled");
    expect((await index.searchWords({ text: "losartan" }, { limit: 1, signal: late })).is).toBe("timeout");
  });
});

describe("searchVector of a local index", () => {
  const records = [
    article("1", "aaaa", ""),
    article("2", "aaab", "", { year: 2020 }),
    article("3", "bbbb", "", { year: 2022 }),
    article("4", "aaab", "a", { retracted: true }),
    article("5", "", ""),
  ];

  it("orders by cosine and leaves out retracted, late and empty articles", async () => {
    const index = await indexOf(records, { encoder: letterEncoder() });
    const found = reply(await index.searchVector(letterVector("a"), { limit: 3 }));
    // cosines with a: 1; 3/sqrt(10) = .949; 0. Article 4 would stand between 1 and 2: 4/sqrt(17) = .970.
    expect(found.hits.map(({ pmid }) => pmid)).toEqual(["1", "2", "3"]);
    expect(found.hits[1]!.score).toBeCloseTo(0.949, 2);
    expect(found.retracted).toEqual(["4"]);
    expect(pmids(await index.searchVector(letterVector("a"), { limit: 3, dateTo: "2021" }))).toEqual(["2"]);
    expect(pmids(await index.searchVector(letterVector("a"), { limit: 3, retracted: "keep" }))).toEqual(["1", "4", "2"]);
  });

  it("hands out stored vectors, and none for an article without text", async () => {
    const index = await indexOf(records, { encoder: letterEncoder() });
    const stored = await index.vectors(["3", "5", "99"]);
    expect(stored).toEqual({ is: "ok", value: new Map([["3", Int8Array.from([0, 127, 0, 0, 0, 0, 0, 0])]]) });
  });

  it("says misconfigured for an index without vectors and for another model's query", async () => {
    const plain = await indexOf(records);
    expect(await plain.searchVector(letterVector("a"), { limit: 1 })).toMatchObject({ is: "misconfigured" });
    expect(await plain.vectors(["1"])).toMatchObject({ is: "misconfigured" });
    const lettered = await indexOf(records, { encoder: letterEncoder() });
    const other = await lettered.searchVector(new Float32Array(384), { limit: 1 });
    expect(other).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("letters") });
  });
});

describe("read of a local index", () => {
  it("gives articles back whole, in the order asked for, without unknown ones", async () => {
    const whole = {
      pmid: "7",
      title: "β-blockers",
      sections: [{ label: "METHODS", text: "a" }, { text: "b" }],
      year: 1999,
      journal: "J",
      mesh: ["Heart"],
      types: ["Review"],
      retracted: false,
    };
    const index = await indexOf([article("1", "x", ""), whole]);
    expect(await index.read(["7", "99", "1"])).toEqual({ is: "ok", value: [whole, { pmid: "1", title: "x", sections: [] }] });
  });
});

describe("openIndex", () => {
  it.each([
    ["a missing file", "does not exist", () => fileWith(() => {}).then((file) => `${file}.other`)],
    ["an empty file", "is empty", () => fileWith((file) => writeFileSync(file, ""))],
    ["a text file", "is not an Evigraph index", () => fileWith((file) => writeFileSync(file, "pmid,title\n".repeat(50)))],
    ["a file cut short", "damaged or cut short", () => fileWith((file) => truncateSync(file, readFileSync(file).length / 2))],
    ["another version", "has index version 99", () => fileWith((file) => run(file, "PRAGMA user_version = 99"))],
    [
      "an unfinished build",
      "not built to its end",
      () => fileWith((file) => run(file, "UPDATE meta SET value = 'words' WHERE key = 'stage'")),
    ],
    ["a folder", "folder", async () => newFolder()],
  ])("answers misconfigured for %s", async (_, words, make) => {
    const opened = openIndex(await make());
    expect(opened).toMatchObject({ is: "misconfigured", detail: expect.stringContaining(words) });
  });

  it("answers misconfigured where a page goes bad under it", async () => {
    const file = await fileWith((path) => {
      const bytes = readFileSync(path);
      bytes.fill(0xff, 4096 * 2); // all pages but the first two
      writeFileSync(path, bytes);
    });
    const opened = openIndex(file);
    const found = opened.is === "ok" ? await opened.value.searchWords({ text: "losartan" }, { limit: 1 }) : opened;
    expect(found).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("damaged") });
  });
});

const run = (file: string, sql: string): void => {
  const database = new Database(file);
  database.exec(sql);
  database.close();
};

describe("verify", () => {
  const records = [article("1", "aaa", "losartan"), article("2", "bbb", "heart")];
  const failing = async (sql: string): Promise<string[]> => {
    const file = join(newFolder(), "articles.db");
    await (await indexOf(records, { file, encoder: letterEncoder() })).close();
    if (sql !== "") run(file, sql);
    const opened = openIndex(file);
    if (opened.is !== "ok") throw new Error(opened.detail);
    const checks = opened.value.verify();
    return checks.is === "ok" ? checks.value.filter((check) => !check.ok).map(({ name }) => name) : [checks.detail];
  };

  it("finds nothing wrong with a new index", async () => {
    expect(await failing("")).toEqual([]);
  });

  it.each([
    ["a changed title", "UPDATE articles SET title = 'ccc' WHERE pmid = '1'", ["articleHashes", "vectorForEachText"]],
    ["a lost article", "DELETE FROM articles WHERE pmid = '1'", ["articles", "articlesSha256", "vectorForEachText"]],
    ["a changed list", "UPDATE postings SET list = x'010002' WHERE word = 'losartan'", ["postingsSha256"]],
    ["a forgotten model", "DELETE FROM meta WHERE key = 'model'", ["model"]],
  ])("names what is wrong after %s", async (_, sql, names) => {
    expect(await failing(sql)).toEqual(names);
  });
});

describe("stats", () => {
  it("counts what the index holds", async () => {
    const index = await indexOf(
      [
        article("1", "losartan", "heart brain", { year: 1999 }),
        article("2", "heart", "", { year: 2020, retracted: true }),
        article("3", "x", "y"),
      ],
      { encoder: letterEncoder() },
    );
    expect(index.stats()).toMatchObject({
      is: "ok",
      value: {
        articles: 3,
        words: 6,
        segments: 1,
        vectors: 3,
        retracted: 1,
        withoutAbstract: 1,
        withoutYear: 1,
        firstYear: 1999,
        lastYear: 2020,
        model: { name: "letters", weightsSha256: "abc123", dimensions: 8 },
      },
    });
  });
});

describe("an index and the encoder of its queries", () => {
  it("fit by their weights; vectors of other weights are refused with both named and the way out", async () => {
    const file = join(newFolder(), "articles.db");
    await (await indexOf([article("1", "cab", "face")], { file, encoder: letterEncoder() })).close();
    const same = openIndex(file, { ...letterEncoder(), model: "the same under another name" });
    expect(same.is).toBe("ok");
    if (same.is === "ok") await same.value.close();
    expect(openIndex(file, { ...letterEncoder(), model: "numbers", weightsSha256: "def456" })).toMatchObject({
      is: "misconfigured",
      detail: expect.stringMatching(/letters \(weights abc123\).*numbers \(weights def456\).*index build.*EVIGRAPH_MODELS/),
    });
  });

  it("without vectors, any encoder fits", async () => {
    const file = join(newFolder(), "articles.db");
    await (await indexOf([article("1", "cab", "face")], { file })).close();
    const opened = openIndex(file, letterEncoder());
    expect(opened.is).toBe("ok");
    if (opened.is === "ok") await opened.value.close();
  });
});
