/**
 * Compare the two search engines, and measure what an index on OpenSearch costs an article. Run on a quiet machine, against a server that may be filled:
 *
 *     OPENSEARCH_URL=http://127.0.0.1:9200 EVIGRAPH_DATA=… npx tsx bench/opensearch.ts [--only quality,size,neighbours]
 *
 * Indexes named bench-… are made and deleted.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { egressFrom, openEgress } from "../clients/egress.ts";
import { readEnv } from "../clients/env.ts";
import { searchedText } from "../clients/index/article-rows.ts";
import { buildIndex } from "../clients/index/build-index.ts";
import { openIndex } from "../clients/index/open-index.ts";
import { readArticles } from "../clients/index/read-articles.ts";
import type { IndexEncoder } from "../clients/index/write-vectors.ts";
import { type LoadReport, loadArticles } from "../clients/opensearch/load-articles.ts";
import { openOpensearch } from "../clients/opensearch/open-opensearch.ts";
import { openServer, type Server } from "../clients/opensearch/open-server.ts";
import type { Hit, Retriever } from "../clients/retriever.ts";
import { pairedBootstrap } from "../evaluation/statistics/paired-bootstrap.ts";
import { scoreTrec } from "../evaluation/trec-scorer.ts";
import { readQrels } from "../formats/qrels.ts";
import { readQueryLines } from "../formats/query-lines.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import type { Outcome } from "../state/outcome.ts";

const env = readEnv();
const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value;
};
const given = <Text>(text: Text | undefined, name: string): Text => {
  if (text === undefined) throw new Error(`${name} is not set.`);
  return text;
};
const server: Server = value(
  openServer({
    url: given(env.OPENSEARCH_URL, "OPENSEARCH_URL"),
    egress: openEgress({ ...egressFrom(env), dataClass: "public" }),
    deadlineMs: 600_000, // a merge of everything into one segment
  }),
);
const parts = openLiveParts({ env, rememberVectors: true });
const file = (set: string, name: string): string => join(given(env.EVIGRAPH_DATA, "EVIGRAPH_DATA"), set, name);
const articlesOf = (sets: readonly string[]) =>
  readArticles(
    sets.map((set) => file(set, "docs.jsonl")),
    process.stdin,
  );
const print = (cells: readonly (string | number)[]): void => void process.stdout.write(`| ${cells.join(" | ")} |\n`);
const fixed = (number: number, digits = 3): string => number.toFixed(digits).replace(/^0\./, ".");

/** Vectors are made once and kept in the cache folder, so that a load measures the server and not the encoder. */
const embedded = async (sets: readonly string[]): Promise<IndexEncoder> => {
  const texts: string[] = [];
  for await (const record of articlesOf(sets)) if (!("deleted" in record)) texts.push(searchedText(record));
  const vectors = new Map<string, Float32Array>();
  for (let at = 0; at < texts.length; at += 512) {
    const some = texts.slice(at, at + 512);
    for (const [place, vector] of value(await parts.embed(some, { remember: true })).entries()) vectors.set(some[place]!, vector);
  }
  const { model, weightsSha256, dimensions } = parts.encoder;
  return {
    model,
    weightsSha256,
    dimensions,
    embed: async (asked) => ({ is: "ok", value: asked.map((text) => vectors.get(text)!) }),
  };
};

const drop = (name: string) => server.ask({ name: "drop", method: "DELETE", path: `/${name}-000001` }, { reply: z.unknown() });
const load = async (name: string, sets: readonly string[], encoder?: IndexEncoder): Promise<LoadReport & { seconds: number }> => {
  await drop(name);
  const began = performance.now();
  const report = value(await loadArticles({ server, name, articles: articlesOf(sets), encoder }));
  return { ...report, seconds: (performance.now() - began) / 1000 };
};

const rankAll = async (index: Pick<Retriever, "searchWords">, queries: readonly { id: string; text: string }[]) => {
  const rankings = new Map<string, Hit[]>();
  for (const { id, text } of queries) rankings.set(id, value(await index.searchWords({ text }, { limit: 100 })).hits);
  return rankings;
};

const Hits = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number() })) }) });

/** The same articles with OpenSearch's own analysis of English: what an index without our words would score. */
const withEnglish = async (): Promise<Pick<Retriever, "searchWords">> => {
  const text = { type: "text", index: false, copy_to: "body" };
  const body = {
    settings: { index: { number_of_replicas: 0, similarity: { default: { type: "BM25", k1: 0.9, b: 0.4 } } } },
    mappings: {
      dynamic: "false",
      properties: { title: text, sections: { properties: { text } }, body: { type: "text", analyzer: "english" } },
    },
  };
  const reply = z.unknown();
  await drop("bench-english");
  value(await server.ask({ name: "create", method: "PUT", path: "/bench-english-000001", body }, { reply }));
  const copy = { source: { index: "bench-quality" }, dest: { index: "bench-english-000001" } };
  value(await server.ask({ name: "copy", method: "POST", path: "/_reindex", query: { refresh: "true" }, body: copy }, { reply }));
  return {
    searchWords: async ({ text: query }, { limit }) => {
      const search = { size: limit, _source: false, query: { match: { body: query } } };
      const path = "/bench-english-000001/_search";
      const { hits } = value(await server.ask({ name: "search", method: "POST", path, body: search }, { reply: Hits })).hits;
      return {
        is: "ok",
        value: {
          hits: hits.map(({ _id, _score }) => ({ pmid: _id, score: _score })),
          executed: "match",
          total: hits.length,
          warnings: [],
        },
      };
    },
  };
};

/** nDCG@10 of BM25 from both engines over the same questions, and of OpenSearch's own analysis of English beside them. */
const quality = async (): Promise<void> => {
  const [set, measures] = ["bioasq-snippets", ["ndcg_cut_10", "map_cut_10_of_10", "recall_100"]] as const;
  const queries = readQueryLines(readFileSync(file(set, "queries.dev.jsonl"), "utf8"), "queries.dev.jsonl");
  const judged = readQrels(readFileSync(file(set, "qrels.dev.tsv"), "utf8"), "qrels.dev.tsv");
  const folder = mkdtempSync(join(tmpdir(), "evigraph-bench-"));
  value(await buildIndex({ articles: articlesOf([set]), file: join(folder, "articles.db") }));
  await load("bench-quality", [set]);
  const local = value(openIndex(join(folder, "articles.db")));
  const engines = [
    ["local index (SQLite)", local],
    ["OpenSearch", value(await openOpensearch(server, "bench-quality"))],
    ["OpenSearch, analyzer `english`", await withEnglish()],
  ] as const;
  const perItem: number[][] = [];
  print(["BM25, bioasq-snippets dev", "n", "nDCG@10", "MAP@10", "R@100"]);
  print(["---", "--:", "--:", "--:", "--:"]);
  for (const [name, index] of engines) {
    const rankings = await rankAll(index, queries);
    const run = [...rankings].flatMap(([query, hits]) => hits.map(({ pmid, score }) => ({ query, document: pmid, score })));
    const sheet = scoreTrec(judged, run, { measures });
    perItem.push(queries.map(({ id }) => sheet.perItem[id]?.ndcg_cut_10 ?? 0));
    const cells = measures.map((measure) => {
      const found = given(sheet.measures[`${measure}_complete`], measure);
      return `${fixed(found.mean)} [${fixed(found.low ?? Number.NaN)}, ${fixed(found.high ?? Number.NaN)}]`;
    });
    print([name, queries.length, ...cells]);
  }
  const { difference, low, high, n } = pairedBootstrap(perItem[1] ?? [], perItem[0] ?? []);
  process.stdout.write(
    `\nOpenSearch - local, nDCG@10: ${difference.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}], n ${n}\n\n`,
  );
  await local.close();
  rmSync(folder, { recursive: true });
  await drop("bench-quality");
  await drop("bench-english");
};

const Stats = z.object({
  _all: z.object({
    primaries: z.object({
      store: z.object({ size_in_bytes: z.number() }),
      segments: z.object({ count: z.number(), file_sizes: z.record(z.string(), z.object({ size_in_bytes: z.number() })) }),
    }),
  }),
});
const Nodes = z.object({
  nodes: z.record(z.string(), z.object({ jvm: z.object({ mem: z.object({ heap_used_in_bytes: z.number() }) }) })),
});

/** Articles a second, and bytes an article by what they are for, before and after all segments are one. */
const size = async (): Promise<void> => {
  print([
    "articles",
    "n",
    "words each",
    "vectors",
    "articles/s",
    "bytes each, as loaded",
    "one segment",
    "of it text",
    "words",
    "vectors",
    "heap MB",
  ]);
  print(["---", "--:", "--:", "---", "--:", "--:", "--:", "--:", "--:", "--:", "--:"]);
  for (const sets of [["scifact"], ["bioasq-snippets"], ["scifact", "bioasq-snippets"]]) {
    for (const encoder of [undefined, await embedded(sets)]) {
      const report = await load("bench-size", sets, encoder);
      const loaded = await statsOf("bench-size");
      value(
        await server.ask(
          { name: "merge", method: "POST", path: "/bench-size/_forcemerge", query: { max_num_segments: "1" } },
          { reply: z.unknown(), tries: 1 },
        ),
      );
      const merged = await statsOf("bench-size");
      const nodes = value(await server.ask({ name: "nodes", method: "GET", path: "/_nodes/stats/jvm" }, { reply: Nodes }));
      const heap = Object.values(nodes.nodes).reduce((sum, { jvm }) => sum + jvm.mem.heap_used_in_bytes, 0);
      const each = (bytes: number): string => (bytes / report.articles).toFixed(0);
      const kind = (extensions: readonly string[]): number =>
        extensions.reduce((sum, extension) => sum + (merged.files[extension]?.size_in_bytes ?? 0), 0);
      print([
        sets.join(" + "),
        report.articles,
        await wordsEach(sets),
        encoder === undefined ? "no" : "int8",
        (report.articles / report.seconds).toFixed(0),
        each(loaded.bytes),
        each(merged.bytes),
        each(kind(["fdt", "fdx", "fdm"])),
        each(kind(["doc", "tim", "tip", "tmd", "nvd", "pos"])),
        each(kind(["vec", "vex", "vem", "vemf"])),
        (heap / 1e6).toFixed(0),
      ]);
    }
  }
  await drop("bench-size");
};

const statsOf = async (name: string) => {
  const query = { include_segment_file_sizes: "true" };
  await server.ask({ name: "flush", method: "POST", path: `/${name}/_flush`, query: { force: "true" } }, { reply: z.unknown() });
  const stats = value(
    await server.ask({ name: "stats", method: "GET", path: `/${name}/_stats/store,segments`, query }, { reply: Stats }),
  );
  const { store, segments } = stats._all.primaries;
  return { bytes: store.size_in_bytes, files: segments.file_sizes };
};

const wordsEach = async (sets: readonly string[]): Promise<string> => {
  let [articles, words] = [0, 0];
  for await (const record of articlesOf(sets)) {
    if ("deleted" in record) continue;
    articles += 1;
    words += searchedText(record).split(/\s+/).length;
  }
  return (words / articles).toFixed(0);
};

/** How many of the 10 and 100 nearest articles the graph of neighbours finds, and how long it takes. */
const neighbours = async (): Promise<void> => {
  const set = "scifact";
  const encoder = await embedded([set]);
  const folder = mkdtempSync(join(tmpdir(), "evigraph-bench-"));
  value(await buildIndex({ articles: articlesOf([set]), file: join(folder, "articles.db"), encoder }));
  await load("bench-neighbours", [set], encoder);
  const [local, remote] = [
    value(openIndex(join(folder, "articles.db"))),
    value(await openOpensearch(server, "bench-neighbours")),
  ];
  const queries = readQueryLines(readFileSync(file(set, "queries.test.jsonl"), "utf8"), "queries");
  const shares: Record<"10" | "100", number[]> = { "10": [], "100": [] };
  const times: number[] = [];
  for (const { text } of queries) {
    const vector = value(await parts.embed([text], { remember: true }))[0]!; // one text, one vector
    const exact = value(await local.searchVector(vector, { limit: 100 })).hits.map(({ pmid }) => pmid);
    const began = performance.now();
    const found = value(await remote.searchVector(vector, { limit: 100 })).hits.map(({ pmid }) => pmid);
    times.push(performance.now() - began);
    for (const depth of ["10", "100"] as const) {
      const wanted = new Set(exact.slice(0, Number(depth)));
      shares[depth].push(found.slice(0, Number(depth)).filter((pmid) => wanted.has(pmid)).length / wanted.size);
    }
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const p50 = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  process.stdout.write(
    `\nNearest articles found, scifact (${queries.length} claims): of 10 ${fixed(mean(shares["10"]))}, of 100 ${fixed(mean(shares["100"]))}; p50 ${p50.toFixed(0)} ms\n`,
  );
  await local.close();
  rmSync(folder, { recursive: true });
  await drop("bench-neighbours");
};

const { only } = parseArgs({ options: { only: { type: "string", default: "quality,size,neighbours" } } }).values;
for (const [name, run] of Object.entries({ quality, size, neighbours })) if (only.split(",").includes(name)) await run();
await server.close();
await parts.encoder.close();
