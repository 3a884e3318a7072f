import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openEgress } from "../../clients/egress.ts";
import { setProcessEnv } from "../../clients/env.ts";
import { buildIndex } from "../../clients/index/build-index.ts";
import { indexWords } from "../../clients/index/index-words.ts";
import { openIndex } from "../../clients/index/open-index.ts";
import { readArticles } from "../../clients/index/read-articles.ts";
import { articleAnalysis } from "../../clients/opensearch/article-analysis.ts";
import { type LoadOptions, type LoadReport, loadArticles } from "../../clients/opensearch/load-articles.ts";
import { openOpensearch, type RemoteIndex } from "../../clients/opensearch/open-opensearch.ts";
import { openServer, type Server, type ServerOptions } from "../../clients/opensearch/open-server.ts";
import type { Retriever } from "../../clients/retriever.ts";
import { scoreTrec } from "../../evaluation/trec-scorer.ts";
import { readQrels } from "../../formats/qrels.ts";
import { readQueryLines } from "../../formats/query-lines.ts";
import type { Outcome } from "../../state/outcome.ts";
import { retrieverContract } from "../contract/retriever-contract.ts";
import { evigraph, evigraphKilledAfter } from "../support/evigraph-cli.ts";
import { article, letterEncoder, streamed } from "../support/hand-made-index.ts";
import { startOpensearch, type TestServer, whyNoOpensearch } from "../support/opensearch-server.ts";
import { sharedData } from "../support/shared-data.ts";

const missing = whyNoOpensearch();
if (missing !== undefined) console.log(`SKIPPED, every test against a real OpenSearch: ${missing}.`);

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value;
};
const serverAt = (url: string, options: Partial<ServerOptions> = {}): Server =>
  value(openServer({ url, egress: openEgress({ dataClass: "public" }), ...options }));
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) =>
    article(String(from + at), `Title ${from + at}`, `losartan text number ${from + at} `.repeat(12)),
  );
const load = (server: Server, name: string, options: Omit<LoadOptions, "server" | "name">): Promise<Outcome<LoadReport>> =>
  loadArticles({ server, name, patience: { pauseMs: 50, longestPauseMs: 500, patienceMs: 60_000 }, ...options });

const call = async (url: string, path: string, method = "GET", body?: unknown): Promise<unknown> => {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return (await fetch(`${url}${path}`, { method, ...init })).json();
};
const Counted = z.object({ count: z.number() });
/** Articles that the server itself counts: nothing of the loader's own books. */
const countOf = async (url: string, name: string): Promise<number> => {
  await call(url, `/${name}/_refresh`, "POST");
  return Counted.parse(await call(url, `/${name}/_count`)).count;
};

const freePort = async (): Promise<number> => {
  const listener = createServer();
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const address = listener.address();
  await new Promise((done) => listener.close(done));
  return typeof address === "object" && address !== null ? address.port : 0;
};

/** Servers of single tests; a test that fails leaves none behind. */
const nodes: TestServer[] = [];
const start = async (...settings: string[]): Promise<TestServer> => {
  const node = await startOpensearch(...settings);
  nodes.push(node);
  return node;
};
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});

describe.skipIf(missing !== undefined)("OpenSearch", () => {
  let node: TestServer;
  let indexes = 0;
  const opened: RemoteIndex[] = [];
  const newName = () => `test-${indexes++}`;
  const filled = async (count: number, options: Partial<ServerOptions> = {}): Promise<RemoteIndex> => {
    const name = newName();
    value(await load(serverAt(node.url), name, { articles: streamed(many(count)) }));
    return openedAt(name, options);
  };
  const openedAt = async (name: string, options: Partial<ServerOptions> = {}): Promise<RemoteIndex> => {
    const index = value(await openOpensearch(serverAt(node.url, options), name));
    opened.push(index);
    return index;
  };
  beforeAll(async () => {
    node = await startOpensearch();
  });
  afterAll(async () => {
    for (const index of opened) await index.close();
    await node?.stop();
  });

  // The same sentences as for a local index: test/contract/local-index.test.ts.
  retrieverContract({
    name: "an OpenSearch index",
    indexOf: async (records, encoder) => {
      const name = newName();
      expect(value(await load(serverAt(node.url), name, { articles: streamed(records), encoder, batch: 3 })).refused).toEqual([]);
      return openedAt(name);
    },
  });

  describe("its words", () => {
    const Analyzed = z.object({ tokens: z.array(z.object({ token: z.string() })) });
    const collections = ["scifact", "medlars", "pubmedqa"].flatMap((name) => sharedData(name) ?? []);

    it.skipIf(collections.length === 0)("are those of a local index, on every fourth article of three collections", async () => {
      await call(node.url, "/words", "PUT", { settings: { analysis: articleAnalysis() } });
      let [all, other] = [0, 0];
      for (const folder of collections) {
        const texts = readFileSync(join(folder, "docs.jsonl"), "utf8").trim().split("\n");
        for (let at = 0; at < texts.length; at += 100) {
          const text = texts.slice(at, at + 25).join(" \n "); // the server analyses 10,000 words at most
          const analyzed = await call(node.url, "/words/_analyze", "POST", { analyzer: "article", text });
          const theirs = Analyzed.parse(analyzed).tokens.map(({ token }) => token);
          const ours = indexWords(text);
          const counts = new Map<string, number>();
          for (const word of ours) counts.set(word, (counts.get(word) ?? 0) + 1);
          for (const word of theirs) counts.set(word, (counts.get(word) ?? 0) - 1);
          all += ours.length;
          other += [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
        }
      }
      console.log(`words: ${other} of ${all} differ`);
      expect(all).toBeGreaterThan(200_000); // a quarter of the articles
      expect(other).toBeLessThan(all / 20_000); // "d'a": two words here, where the local index sees "d" and no function word
    });

    const snippets = sharedData("bioasq-snippets");
    it.skipIf(snippets === undefined)("rank bioasq-snippets dev as the local index does: nDCG@10 within .01", async () => {
      const folder = snippets ?? "";
      const articles = () => readArticles([join(folder, "docs.jsonl")], process.stdin);
      const name = newName();
      expect(value(await load(serverAt(node.url), name, { articles: articles(), batch: 1000 })).articles).toBe(23_131);
      const file = join(mkdtempSync(join(tmpdir(), "evigraph-snippets-")), "articles.db");
      value(await buildIndex({ articles: articles(), file }));
      const queries = readQueryLines(readFileSync(join(folder, "queries.dev.jsonl"), "utf8"), "queries");
      const judged = readQrels(readFileSync(join(folder, "qrels.dev.tsv"), "utf8"), "qrels");
      const scoreOf = async (index: Retriever): Promise<number> => {
        const run: { query: string; document: string; score: number }[] = [];
        for (const { id, text } of queries) {
          const { hits } = value(await index.searchWords({ text }, { limit: 100 }));
          run.push(...hits.map(({ pmid, score }) => ({ query: id, document: pmid, score })));
        }
        await index.close();
        return scoreTrec(judged, run, { measures: ["ndcg_cut_10"] }).measures.ndcg_cut_10_complete?.mean ?? Number.NaN;
      };
      const [here, there] = [await scoreOf(value(openIndex(file))), await scoreOf(await openedAt(name))];
      console.log(
        `bioasq-snippets dev, nDCG@10 of ${queries.length} queries: local ${here.toFixed(4)}, OpenSearch ${there.toFixed(4)}`,
      );
      expect(queries).toHaveLength(327);
      expect(here).toBeGreaterThan(0.7); // both right, not both wrong
      expect(Math.abs(here - there)).toBeLessThan(0.01);
    });
  });

  it("finds the same articles with the same scores however they are spread over shards", async () => {
    const word = (at: number) => `word${at % 7}x`;
    const articles = Array.from({ length: 120 }, (_, at) =>
      article(String(at), `${word(at)} losartan`, `${word(at * 3)} `.repeat(1 + (at % 5))),
    );
    const found = [];
    for (const shards of [1, 5]) {
      const name = newName();
      value(await load(serverAt(node.url), name, { articles: streamed(articles), encoder: letterEncoder(), shards }));
      const index = await openedAt(name);
      expect(index.description).toMatchObject({ shards, articles: 120 });
      const reply = value(await index.searchWords({ text: "losartan word3x word4x unheard" }, { limit: 40 }));
      found.push({ ...reply, hits: reply.hits.map(({ pmid, score }) => [pmid, score.toFixed(5)]) });
    }
    expect(found[1]).toEqual(found[0]);
    expect(found[0]?.hits).toHaveLength(40);
    expect(found[0]?.warnings).toEqual(["No article holds: unheard."]);
  });

  describe("opened", () => {
    it("is misconfigured where there is no such index, with the way out, and where the name cannot be one", async () => {
      const server = serverAt(node.url);
      const none = await openOpensearch(server, "nothing-here");
      expect(none).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("index build") });
      for (const name of ["*", "_all", "a,b", "Upper", "../x", ""])
        expect(await openOpensearch(server, name), name).toMatchObject({ is: "misconfigured" });
      await server.close();
    });

    it("is misconfigured where the index is someone else's, and nothing is written into it", async () => {
      await call(node.url, "/foreign", "PUT", {});
      const server = serverAt(node.url);
      expect(await openOpensearch(server, "foreign")).toMatchObject({ detail: expect.stringContaining("was not made by") });
      expect(await load(server, "foreign", { articles: streamed(many(1)) })).toMatchObject({ is: "misconfigured" });
      expect(await countOf(node.url, "foreign")).toBe(0);
    });

    it("is misconfigured with another encoder's vectors, and so is a load that would mix them", async () => {
      const server = serverAt(node.url);
      const name = newName();
      value(await load(server, name, { articles: streamed(many(2)), encoder: letterEncoder() }));
      const other = { ...letterEncoder(), weightsSha256: "fff999" };
      expect(await openOpensearch(server, name, other)).toMatchObject({
        is: "misconfigured",
        detail: expect.stringContaining("abc123"),
      });
      for (const encoder of [other, undefined])
        expect(await load(server, name, { articles: streamed(many(1)), encoder })).toMatchObject({ is: "misconfigured" });
    });
  });

  describe("searched while it is in trouble", () => {
    it("ends in timeout when it hangs, within the deadline, and answers again after it", async () => {
      const index = await filled(3, { deadlineMs: 1500 });
      await node.hold(true);
      const began = performance.now();
      const hung = await index.searchWords({ text: "losartan" }, { limit: 5 });
      await node.hold(false);
      expect(hung).toMatchObject({ is: "timeout", detail: expect.stringContaining("127.0.0.1") });
      expect(performance.now() - began).toBeLessThan(4000);
      expect((await index.searchWords({ text: "losartan" }, { limit: 5 })).is).toBe("ok");
    });

    it("ends in cancelled when the user stops a call under way", async () => {
      const index = await filled(3);
      const stop = new AbortController();
      await node.hold(true);
      const searching = index.searchWords({ text: "losartan" }, { limit: 5, signal: stop.signal });
      setTimeout(() => stop.abort(), 100);
      const stopped = await searching;
      await node.hold(false);
      expect(stopped.is).toBe("cancelled");
    });

    it("ends in rateLimited when a memory breaker trips, and names it", async () => {
      const index = await filled(3, { tries: 2 });
      const setting = (limit: string | null) =>
        call(node.url, "/_cluster/settings", "PUT", { transient: { "indices.breaker.request.limit": limit } });
      await setting("1b");
      const tripped = await index.searchWords({ text: "losartan text" }, { limit: 5 });
      await setting(null);
      expect(tripped).toMatchObject({
        is: "rateLimited",
        detail: expect.stringMatching(/circuit_breaking_exception.*Tried 2 times/),
      });
    });

    it("is misconfigured where the index was deleted under it: never an empty answer", async () => {
      const index = await filled(3);
      await call(node.url, `/${index.description.name}-000001`, "DELETE");
      expect((await index.searchWords({ text: "losartan" }, { limit: 5 })).is).toBe("misconfigured");
      expect((await index.read(["1"])).is).toBe("misconfigured");
    });
  });

  describe("loaded", () => {
    it("by two that both would make the index: one makes it, all articles are in once", async () => {
      const name = newName();
      const halves = [many(300), many(300, 200)];
      const reports = await Promise.all(
        halves.map((half) => load(serverAt(node.url), name, { articles: streamed(half), batch: 50 })),
      );
      expect(reports.map(({ is }) => is)).toEqual(["ok", "ok"]);
      expect(await countOf(node.url, name)).toBe(500);
    });

    it("again writes and embeds only what changed", async () => {
      const name = newName();
      value(await load(serverAt(node.url), name, { articles: streamed(many(30)), encoder: letterEncoder() }));
      const encoder = letterEncoder();
      const again = [...many(30), article("7", "Another abcdefgh title", "")];
      const report = value(await load(serverAt(node.url), name, { articles: streamed(again), encoder }));
      expect(report).toMatchObject({ read: 31, written: 1, kept: 29, articles: 30 });
      expect(encoder.texts).toEqual(["Another abcdefgh title"]);
    });

    it("with an article that the index cannot hold: that one is named, all others are in", async () => {
      const name = newName();
      const records = [...many(5), article("9".repeat(600), "losartan", ""), ...many(5, 5)];
      const report = value(await load(serverAt(node.url), name, { articles: streamed(records) }));
      expect(report.refused.map(({ pmid }) => pmid.length)).toEqual([600]);
      expect(report.refused[0]?.reason).toContain("longer than 512 bytes");
      expect(await countOf(node.url, name)).toBe(10);
    });

    it("into a full disk: ends at once as unavailable and says what to do; the same load goes on after it", async () => {
      const name = newName();
      const server = serverAt(node.url);
      value(await load(server, name, { articles: streamed(many(10)) }));
      const block = (on: boolean | null) =>
        call(node.url, `/${name}/_settings`, "PUT", { "index.blocks.read_only_allow_delete": on });
      await block(true);
      const full = await load(server, name, { articles: streamed(many(30)) });
      await block(null);
      expect(full).toMatchObject({ is: "unavailable", detail: expect.stringContaining("free disk space") });
      expect(value(await load(server, name, { articles: streamed(many(30)) }))).toMatchObject({ kept: 10, written: 20 });
      expect(await countOf(node.url, name)).toBe(30);
    });

    it("while its index is deleted: ends misconfigured and makes none of guessed fields", async () => {
      const name = newName();
      let gone: Promise<unknown> | undefined;
      const report = await load(serverAt(node.url), name, {
        articles: streamed(many(2000)),
        batch: 20,
        onProgress: () => (gone ??= call(node.url, `/${name}-000001`, "DELETE")),
      });
      await gone;
      expect(report.is).toBe("misconfigured");
      expect((await fetch(`${node.url}/${name}`)).status).toBe(404);
    });

    it("until the user stops it: ends cancelled, and the same load goes on", async () => {
      const name = newName();
      const stop = new AbortController();
      const articles = () => streamed(many(1000));
      const stopped = await load(serverAt(node.url), name, {
        articles: articles(),
        batch: 50,
        signal: stop.signal,
        onProgress: ({ written }) => written > 200 && stop.abort(),
      });
      expect(stopped).toMatchObject({ is: "cancelled", detail: expect.stringContaining("the same command goes on") });
      const report = value(await load(serverAt(node.url), name, { articles: articles() }));
      expect(report.kept).toBeGreaterThan(200);
      expect(await countOf(node.url, name)).toBe(1000);
    });
  });

  describe("from the command line", () => {
    const folder = mkdtempSync(join(tmpdir(), "evigraph-opensearch-"));
    const corpus = "data/demo/bioasq/corpus.jsonl";
    let before: Record<string, string | undefined> = {};
    beforeAll(() => {
      before = setProcessEnv({ OPENSEARCH_URL: node.url });
    });
    afterAll(() => void setProcessEnv(before));

    it("answers the demo's questions, and replays the run without a server and without the network", async () => {
      await evigraph(["index", "build", "--articles", corpus, "--opensearch", "demo", "--quiet"]);
      const run = (out: string) => [
        ...["bioasq", "run", "--source", "opensearch", "--opensearch", "demo", "--limit", "1", "--quiet"],
        ...["--questions", "data/demo/bioasq/questions.json", "--out", join(folder, out)],
      ];
      await evigraph([...run("recorded"), "--record", join(folder, "recordings")]);
      setProcessEnv({ OPENSEARCH_URL: undefined });
      await evigraph([...run("replayed"), "--replay", join(folder, "recordings"), "--offline"]);
      setProcessEnv({ OPENSEARCH_URL: node.url });
      const [recorded, replayed] = ["recorded", "replayed"].map((out) =>
        readFileSync(join(folder, out, "submission.json"), "utf8"),
      );
      expect(replayed).toBe(recorded);
      expect(JSON.parse(recorded ?? "").questions[0].documents.length).toBeGreaterThan(0);
    });

    it("finds the same articles as a local index of the same file", async () => {
      const local = join(folder, "demo.db");
      await evigraph(["index", "build", "--articles", corpus, "--out", local, "--no-vectors", "--quiet"]);
      const search = async (...where: string[]) => {
        const asked = ["--query", "drugs that lower glucose in monogenic diabetes", "--ranker", "bm25", "--top", "10", "--json"];
        const { stdout } = await evigraph(["search", ...where, ...asked]);
        return JSON.parse(stdout)[0].hits.map(({ pmid }: { pmid: string }) => pmid);
      };
      const [here, there] = [await search("--index", local), await search("--opensearch", "demo")];
      expect(here).toHaveLength(10);
      expect(there).toEqual(here);
    });

    it("ends in exit code 3 without a server, and 2 for a load of nothing", async () => {
      const port = await freePort();
      const { stderr } = await evigraph(["search", "--opensearch", "none", "--query", "losartan"], 3);
      expect(stderr).toContain("index build");
      setProcessEnv({ OPENSEARCH_URL: `http://127.0.0.1:${port}` });
      const away = await evigraph(["bioasq", "run", "--source", "opensearch", "--question", "Is aspirin a drug?"], 3);
      setProcessEnv({ OPENSEARCH_URL: undefined });
      const unset = await evigraph(["bioasq", "run", "--source", "opensearch", "--question", "Is aspirin a drug?"], 3);
      setProcessEnv({ OPENSEARCH_URL: node.url });
      expect(away.stderr).toContain("ECONNREFUSED");
      expect(unset.stderr).toContain("OPENSEARCH_URL is not set");
    });
  });
});

describe.skipIf(missing !== undefined)("an OpenSearch that is killed, stopped and started again", () => {
  it("loses nothing of a load and has nothing twice; searches meanwhile end as unavailable, and answer after it", async () => {
    const settings = [`path.data=${mkdtempSync(join(tmpdir(), "evigraph-node-"))}`, `http.port=${await freePort()}`];
    let node = await start(...settings);
    const { url } = node;
    const server = serverAt(url);
    let written = 0;
    const reached = async (count: number) => {
      while (written < count) await new Promise((done) => setTimeout(done, 20));
    };
    const waits: string[] = [];
    const loading = load(server, "survivor", {
      articles: streamed(many(6000)),
      batch: 40,
      onProgress: (counts) => (written = counts.written),
      onWait: (reason) => waits.push(reason),
    });
    await reached(500);
    const index = value(await openOpensearch(serverAt(url), "survivor"));
    await node.kill();
    const away = await index.searchWords({ text: "losartan" }, { limit: 5 });
    node = await start(...settings);
    // Its shards are not up yet: 503 until they are.
    const back = await index.searchWords({ text: "losartan" }, { limit: 5 });
    await reached(2000);
    await node.stop();
    node = await start(...settings);
    const report = value(await loading);
    expect(away).toMatchObject({ is: "unavailable", detail: expect.stringMatching(/ECONNREFUSED|ECONNRESET|cut|UND_ERR/) });
    expect(back.is).toBe("ok");
    expect(report).toMatchObject({ read: 6000, refused: [], articles: 6000 });
    expect(waits.length).toBeGreaterThan(1);
    expect(await countOf(url, "survivor")).toBe(6000);
    const pmids = many(6000).map(({ pmid }) => pmid);
    expect(value(await index.read(pmids)).map(({ pmid }) => pmid)).toEqual(pmids);
    await index.close();
  });
});

describe.skipIf(missing !== undefined)("an OpenSearch with a queue of one", () => {
  const folder = mkdtempSync(join(tmpdir(), "evigraph-parts-"));

  it("takes all articles of four processes, and of one that asks too much at once, each once", async () => {
    const node = await start("thread_pool.write.size=1", "thread_pool.write.queue_size=1");
    const before = setProcessEnv({ OPENSEARCH_URL: node.url });
    const files = [0, 1, 2, 3].map((part) => {
      const file = join(folder, `part-${part}.jsonl`);
      // Neighbours share 100 articles, so that two processes write the same ones.
      const lines = many(1100, part * 1000).map(({ pmid, title, sections }) =>
        JSON.stringify({ pmid, title, abstract: sections[0]?.text }),
      );
      writeFileSync(file, `${lines.join("\n")}\n`);
      return file;
    });
    const loads = files.map((file) =>
      evigraph(["index", "build", "--articles", file, "--opensearch", "crowd", "--no-vectors", "--quiet", "--json"]),
    );
    const reports: LoadReport[] = (await Promise.all(loads)).map(({ stdout }) => JSON.parse(stdout));
    console.log(`queue of one: ${reports.map(({ waits, written }) => `${written} written, ${waits} waits`).join("; ")}`);
    expect(reports.flatMap(({ refused }) => refused)).toEqual([]);
    expect(await countOf(node.url, "crowd")).toBe(4100);

    // The same files dealt out by pmid: each article is written by one process.
    const shares = ["1/2", "2/2"].map((shard) =>
      evigraph([
        ...["index", "build", "--articles", ...files, "--opensearch", "shares", "--shard", shard],
        ...["--no-vectors", "--quiet", "--json"],
      ]),
    );
    const parts: LoadReport[] = (await Promise.all(shares)).map(({ stdout }) => JSON.parse(stdout));
    expect(await countOf(node.url, "shares")).toBe(4100);
    expect(parts.every(({ read }) => read > 1500)).toBe(true);
    expect(parts.reduce((sum, { read }) => sum + read, 0)).toBe(4400); // neighbours share articles: read twice, there once

    // A process that is killed while it loads, and the same command again.
    const killed = ["index", "build", ...["--articles", ...files], "--opensearch", "killed", "--no-vectors", "--quiet", "--json"];
    const cut = await evigraphKilledAfter(killed, 2500);
    const { kept }: LoadReport = JSON.parse((await evigraph(killed)).stdout);
    console.log(`killed: ${cut.code === null ? `${kept} were in already` : "it was faster"}`);
    setProcessEnv(before);
    expect(await countOf(node.url, "killed")).toBe(4100);

    // One process, more requests at once than the queue holds: refused item by item.
    const report = value(await load(serverAt(node.url), "eager", { articles: streamed(many(2000)), batch: 25, atOnce: 24 }));
    console.log(`queue of one, 24 requests at once: ${report.waits} waits`);
    expect(report.waits).toBeGreaterThan(0);
    expect(await countOf(node.url, "eager")).toBe(2000);
  });
});

describe.skipIf(missing !== undefined)("an OpenSearch whose memory for writes is smaller than a request", () => {
  it("takes all of a load in smaller requests, and searches in a full queue are never empty", async () => {
    const node = await start(
      "indexing_pressure.memory.limit=30kb",
      "thread_pool.search.size=1",
      "thread_pool.search.queue_size=8",
      "action.auto_create_index=+.*,-*", // as in deploy/opensearch
    );
    const server = serverAt(node.url);
    const waits: string[] = [];
    const report = value(
      await load(server, "pressed", { articles: streamed(many(1000)), batch: 200, onWait: (reason) => waits.push(reason) }),
    );
    expect(report).toMatchObject({ written: 1000, refused: [], articles: 1000 });
    expect(waits.filter((reason) => reason.includes("rejected_execution_exception")).length).toBeGreaterThan(0);
    expect(await countOf(node.url, "pressed")).toBe(1000);

    const [patient, hasty] = [serverAt(node.url, { tries: 12, deadlineMs: 60_000 }), serverAt(node.url, { tries: 1 })];
    const outcomes = async (from: Server) => {
      const index = value(await openOpensearch(from, "pressed"));
      const searches = Array.from({ length: 20 }, () => index.searchWords({ text: "losartan" }, { limit: 3 }));
      const all = (await Promise.all(searches)).map((outcome) => (outcome.is === "ok" ? outcome.value.hits.length : outcome.is));
      await index.close();
      return all;
    };
    const [waited, refused] = [await outcomes(patient), await outcomes(hasty)];
    expect(waited.filter((hits) => hits === 3)).toHaveLength(20);
    expect(refused.filter((hits) => hits !== 3 && hits !== "rateLimited")).toEqual([]);
    expect(refused).toContain("rateLimited");
  });
});
