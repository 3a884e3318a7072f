import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { type BuildProgress, buildIndex } from "../../../clients/index/build-index.ts";
import { type LocalIndex, openIndex } from "../../../clients/index/open-index.ts";
import type { Article } from "../../../state/article.ts";
import { failure } from "../../../state/outcome.ts";
import { article, indexOf, letterEncoder, newFolder, streamed } from "../../support/hand-made-index.ts";

const pathIn = (folder: string): string => join(folder, "articles.db");
const opened = (file: string): LocalIndex => {
  const index = openIndex(file);
  if (index.is !== "ok") throw new Error(index.detail);
  return index.value;
};
const titlesFor = async (index: LocalIndex, text: string): Promise<string[]> => {
  const reply = await index.searchWords({ text }, { limit: 100 });
  if (reply.is !== "ok") throw new Error(reply.detail);
  const articles = await index.read(reply.value.hits.map(({ pmid }) => pmid));
  return articles.is === "ok" ? articles.value.map(({ title }) => title) : [articles.detail];
};
const faultsOf = (index: LocalIndex) => {
  const checks = index.verify();
  return checks.is === "ok" ? checks.value.filter((check) => !check.ok) : [checks];
};
const many = (count: number): Article[] =>
  Array.from({ length: count }, (_, at) => article(String(at), `Title ${at}`, `losartan text number ${at}`));

describe("buildIndex", () => {
  it("lets the last version of a pmid win, and applies deletions where they stand", async () => {
    const index = await indexOf([
      article("1", "old aspirin", ""),
      article("2", "gone aspirin", ""),
      article("1", "new aspirin", ""),
      { deleted: "2" },
      { deleted: "3" },
      article("3", "back aspirin", ""),
      { deleted: "never there" },
    ]);
    expect((await titlesFor(index, "aspirin")).sort()).toEqual(["back aspirin", "new aspirin"]);
    expect(await titlesFor(index, "old gone")).toEqual([]);
    expect(index.stats()).toMatchObject({ value: { articles: 2, words: 4 } });
    expect(faultsOf(index)).toEqual([]);
  });

  it("embeds title and abstract with its labels, and no article without text", async () => {
    const encoder = letterEncoder();
    const structured = { pmid: "1", title: "A title.", sections: [{ label: "AIM", text: "One." }, { text: "Two." }] };
    await indexOf([structured, article("2", "", "")], { encoder });
    expect(encoder.texts).toEqual(["A title. AIM: One. Two."]);
  });

  it("reports each stage with its end", async () => {
    const seen: BuildProgress[] = [];
    await indexOf(many(1200), { encoder: letterEncoder(), onProgress: (progress) => seen.push(progress) });
    for (const stage of ["articles", "words", "vectors"]) {
      expect(seen.filter((progress) => progress.stage === stage).at(-1)?.done).toBe(1200);
    }
  });

  it("makes the same content from the same source each time", async () => {
    const hashes = [await indexOf(many(50)), await indexOf(many(50))].map((index) => {
      const stats = index.stats();
      return stats.is === "ok" ? stats.value.articlesSha256 : stats.detail;
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  it("searches an index of more than one segment as one", async () => {
    // Doc numbers start at 1, so 66,000 articles take two segments; the rare word stands in both.
    const count = 66_000;
    const records = (function* () {
      for (let at = 1; at <= count; at++) yield article(String(at), at % 32_999 === 1 ? `zebrafish ${at}` : "common words", "");
    })();
    const folder = newFolder();
    const built = await buildIndex({ file: pathIn(folder), articles: streamed([...records]) });
    expect(built).toMatchObject({ is: "ok", value: { articles: count } });
    const index = opened(pathIn(folder));
    expect(index.stats()).toMatchObject({ value: { segments: 2 } });
    expect(await titlesFor(index, "zebrafish")).toEqual(["zebrafish 1", "zebrafish 33000", "zebrafish 65999"]);
    const common = await index.searchWords({ text: "common" }, { limit: 3 });
    expect(common).toMatchObject({ value: { hits: [{ pmid: "2" }, { pmid: "3" }, { pmid: "4" }] } });
  }, 60_000);
});

describe("a build that does not end well", () => {
  it("leaves the old index as it was, and no half one in its place", async () => {
    const file = pathIn(newFolder());
    await indexOf([article("1", "old aspirin", "")], { file });
    const before = readFileSync(file);
    const broken = async function* () {
      yield article("2", "new aspirin", "");
      throw new Error("line 2 is no article");
    };
    await expect(buildIndex({ file, articles: broken() })).rejects.toThrow("line 2 is no article");
    expect(readFileSync(file)).toEqual(before);
    expect(await titlesFor(opened(file), "aspirin")).toEqual(["old aspirin"]);
    expect(readdirSync(dirname(file))).toEqual(["articles.db"]); // what must be mended begins anew
  });

  it("hands on what the encoder says, and embeds no text twice when it goes on", async () => {
    const file = pathIn(newFolder());
    const encoder = letterEncoder();
    let calls = 0;
    const failing = {
      ...encoder,
      embed: async (texts: readonly string[]) => (++calls > 2 ? failure("unavailable", "gone") : encoder.embed(texts)),
    };
    const options = { file, fingerprint: "200 articles" };
    expect(await buildIndex({ ...options, articles: streamed(many(200)), encoder: failing })).toEqual(
      failure("unavailable", `gone What is done lies in ${file}.building; the same command goes on with it.`),
    );
    expect(existsSync(file)).toBe(false);
    const built = await buildIndex({ ...options, articles: streamed(many(200)), encoder });
    expect(built).toMatchObject({ is: "ok", value: { articles: 200, vectors: 200, resumed: 200 } });
    expect(new Set(encoder.texts).size).toBe(200);
    expect(encoder.texts).toHaveLength(200);
    expect(faultsOf(opened(file))).toEqual([]);
  });

  it("counts the texts that were longer than the encoder reads, those before it stopped too", async () => {
    const file = pathIn(newFolder());
    let calls = 0;
    // Each process has an encoder of its own, which counts from 0. Every tenth article is long.
    const counting = (failsAt: number) => {
      const encoder = letterEncoder();
      let truncated = 0;
      return {
        ...encoder,
        truncated: () => truncated,
        embed: async (texts: readonly string[]) => {
          if (++calls === failsAt) return failure("unavailable", "gone");
          truncated += texts.filter((text) => text.length > 50).length;
          return encoder.embed(texts);
        },
      };
    };
    const articles = () =>
      streamed(Array.from({ length: 200 }, (_, at) => article(String(at + 1), "cab", at % 10 === 0 ? "face ".repeat(20) : "")));
    const options = { file, fingerprint: "20 of 200 are long" };
    expect(await buildIndex({ ...options, articles: articles(), encoder: counting(3) })).toMatchObject({ is: "unavailable" });
    const built = await buildIndex({ ...options, articles: articles(), encoder: counting(0) });
    expect(built).toMatchObject({ is: "ok", value: { vectors: 200, truncated: 20 } });
    expect(opened(file).stats()).toMatchObject({ value: { truncated: 20 } });
    const bare = pathIn(newFolder());
    expect(await buildIndex({ file: bare, articles: articles() })).toMatchObject({ value: { truncated: null } });
  });

  it("stops at the signal, as the user's stop or as a deadline, and goes on from there", async () => {
    const file = pathIn(newFolder());
    const stop = new AbortController();
    const options = { file, fingerprint: "3000 articles" };
    const stopped = await buildIndex({
      ...options,
      articles: streamed(many(3000)),
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(stopped.is).toBe("cancelled");
    const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    expect((await buildIndex({ ...options, articles: streamed(many(3000)), signal: late })).is).toBe("timeout");
    const built = await buildIndex({ ...options, articles: streamed(many(3000)) });
    expect(built).toMatchObject({ is: "ok", value: { articles: 3000 } });
    if (built.is === "ok") expect(built.value.resumed).toBeGreaterThanOrEqual(1000);
  });

  it.each([
    ["another source", { fingerprint: "other" }],
    ["another encoder", { fingerprint: "same", encoder: { ...letterEncoder(), weightsSha256: "def" } }],
    ["a source without a name", {}],
  ])("starts anew for %s", async (_, changed) => {
    const file = pathIn(newFolder());
    const broken = async function* () {
      yield* many(1000);
      throw new Error("broken off");
    };
    await expect(buildIndex({ file, articles: broken(), fingerprint: "same" })).rejects.toThrow("broken off");
    const built = await buildIndex({ file, articles: streamed([article("9", "aspirin", "")]), ...changed });
    expect(built).toMatchObject({ is: "ok", value: { articles: 1, resumed: 0 } });
  });

  it("starts anew where the file of the killed build is no database", async () => {
    const file = pathIn(newFolder());
    writeFileSync(`${file}.building`, "not a database".repeat(100));
    const built = await buildIndex({ file, articles: streamed(many(3)), fingerprint: "x" });
    expect(built).toMatchObject({ is: "ok", value: { articles: 3, resumed: 0 } });
  });

  it("is empty for a source without articles, and leaves the old index", async () => {
    const file = pathIn(newFolder());
    await indexOf([article("1", "aspirin", "")], { file });
    expect(await buildIndex({ file, articles: streamed([{ deleted: "1" }]) })).toMatchObject({ is: "empty" });
    expect(readdirSync(dirname(file))).toEqual(["articles.db"]);
  });

  it("never overwrites a file that is no index", async () => {
    const file = join(newFolder(), "thesis.docx");
    writeFileSync(file, "years of work");
    expect(await buildIndex({ file, articles: streamed(many(1)) })).toMatchObject({ is: "misconfigured" });
    expect(readFileSync(file, "utf8")).toBe("years of work");
  });

  it("refuses to write where another build is writing", async () => {
    const file = pathIn(newFolder());
    const other = new Database(`${file}.building`);
    other.exec("BEGIN EXCLUSIVE; CREATE TABLE x (y)");
    const built = await buildIndex({ file, articles: streamed(many(1)) });
    other.close();
    expect(built).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("another process") });
  });
});

describe("a build killed at any stage", () => {
  const program = fileURLToPath(new URL("../../support/build-until-killed.ts", import.meta.url));

  /** Start the build and kill it as soon as it prints this line; without one it runs to its end. */
  const buildUntil = (file: string, line: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ["--import", "tsx", program, file, "2500", line], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let last = "";
      createInterface({ input: child.stdout }).on("line", (text) => {
        last = text;
        if (text === line) child.kill("SIGKILL");
      });
      child.on("error", reject);
      child.on("close", () => resolve(last));
    });

  it("goes on where it was and ends with every article once, the old index usable meanwhile", async () => {
    const file = pathIn(newFolder());
    await indexOf([article("1", "old aspirin", "")], { file });
    for (const line of ["articles 1000", "words 500", "vectors 640"]) {
      await buildUntil(file, line);
      expect(await titlesFor(opened(file), "aspirin")).toEqual(["old aspirin"]);
    }
    const report: unknown = JSON.parse(await buildUntil(file, ""));
    expect(report).toMatchObject({ is: "ok", value: { articles: 2500, vectors: 2500, read: 2500, resumed: 2500 } });
    const index = opened(file);
    expect(faultsOf(index)).toEqual([]);
    expect(await titlesFor(index, "1777")).toEqual(["Title 1777"]);
    expect(readdirSync(dirname(file))).toEqual(["articles.db"]);
  }, 60_000);
});
