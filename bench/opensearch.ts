/**
 * Compare the two search engines, and measure what an index on OpenSearch costs an article. Run on a quiet machine, against a server that may be filled:
 *
 *     OPENSEARCH_URL=http://127.0.0.1:9200 EVIGRAPH_DATA=… npx tsx bench/opensearch.ts [--only quality,size,embedding]
 *
 * Indexes named bench-… are made and deleted.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { egressFrom, openEgress } from "../clients/egress.ts";
import { readEnv } from "../clients/env.ts";
import { searchedText } from "../clients/index/article-rows.ts";
import { buildIndex } from "../clients/index/build-index.ts";
import { openIndex } from "../clients/index/open-index.ts";
import { readArticles } from "../clients/index/read-articles.ts";
import type { Deletion } from "../clients/index/stage-articles.ts";
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
import { quantizeInt8 } from "../retrieval/vectors.ts";
import type { Article } from "../state/article.ts";
import type { Outcome } from "../state/outcome.ts";
import { textsOf, writeCorpus } from "./million-corpus.ts";
import { nearVectors } from "./near-vectors.ts";

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
async function* articlesOf(files: readonly string[], most = Number.POSITIVE_INFINITY): AsyncGenerator<Article | Deletion> {
  let read = 0;
  for await (const record of readArticles(files, process.stdin)) {
    if (++read > most) return;
    yield record;
  }
}
const print = (cells: readonly (string | number)[]): void => void process.stdout.write(`| ${cells.join(" | ")} |\n`);
const fixed = (number: number, digits = 3): string => number.toFixed(digits).replace(/^0\./, ".");

const drop = (name: string) => server.ask({ name: "drop", method: "DELETE", path: `/${name}-000001` }, { reply: z.unknown() });
const Nodes = z.object({
  nodes: z.record(
    z.string(),
    z.object({
      jvm: z.object({ mem: z.object({ heap_used_in_bytes: z.number() }) }),
      process: z.object({ cpu: z.object({ total_in_millis: z.number() }) }),
    }),
  ),
});
/** What all nodes have used of CPU time (ms), and use of heap (bytes). */
const nodesNow = async () => {
  const path = "/_nodes/stats/jvm,process";
  const { nodes } = value(await server.ask({ name: "nodes", method: "GET", path }, { reply: Nodes }));
  return Object.values(nodes).reduce(
    (all, { jvm, process: { cpu } }) => ({
      cpuMs: all.cpuMs + cpu.total_in_millis,
      heap: all.heap + jvm.mem.heap_used_in_bytes,
    }),
    { cpuMs: 0, heap: 0 },
  );
};

type Loaded = LoadReport & { seconds: number; serverMs: number; loaderMs: number };
/** Load a new index. Out: also the time it took, and the CPU time (ms) of the server and of this process, which other work on the machine does not change much. */
const load = async (name: string, files: readonly string[], encoder?: IndexEncoder, most?: number): Promise<Loaded> => {
  await drop(name);
  const [began, cpu, before] = [performance.now(), process.cpuUsage(), await nodesNow()];
  const report = value(await loadArticles({ server, name, articles: articlesOf(files, most), encoder }));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  return { ...report, seconds, serverMs: (await nodesNow()).cpuMs - before.cpuMs, loaderMs: (user + system) / 1000 };
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
  const docs = [file(set, "docs.jsonl")];
  value(await buildIndex({ articles: articlesOf(docs), file: join(folder, "articles.db") }));
  await load("bench-quality", docs);
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
/** Corpora of made-up articles as long as PubMed's, with vectors made out of real ones: how many, and whether with vectors. */
const SIZES = [
  [50_000, false],
  [5_000, true],
  [20_000, true],
] as const;

/** What an article costs: CPU time, and bytes by what they are for, before and after all segments are one. */
const size = async (): Promise<void> => {
  const docs = file("bioasq-snippets", "docs.jsonl");
  const folder = join(env.EVIGRAPH_CACHE ?? tmpdir(), "million"); // that of bench/million.ts
  const corpus = writeCorpus(join(folder, "corpus"), 50_000, textsOf(docs));
  const near = await nearVectors(folder, docs);
  const heads = [
    ...[
      "articles",
      "vectors",
      "words each",
      "articles/s",
      "load",
      "server CPU ms each",
      "loader CPU ms each",
      "merge CPU ms each",
    ],
    ...["bytes each, as loaded", "in one segment", "of it texts", "words", "vectors", "graph", "heap MB"],
  ];
  print(heads);
  print(heads.map(() => "--:"));
  for (const [most, withVectors] of SIZES) {
    const report = await load("bench-size", corpus, withVectors ? near : undefined, most);
    const [loaded, before] = [await statsOf("bench-size"), await nodesNow()];
    const merge = { name: "merge", method: "POST", path: "/bench-size/_forcemerge", query: { max_num_segments: "1" } } as const;
    value(await server.ask(merge, { reply: z.unknown(), tries: 1 }));
    const [merged, after] = [await statsOf("bench-size"), await nodesNow()];
    const each = (bytes: number): string => (bytes / report.articles).toFixed(0);
    const kind = (...extensions: string[]): string =>
      each(extensions.reduce((sum, extension) => sum + (merged.files[extension]?.size_in_bytes ?? 0), 0));
    const ms = [report.serverMs, report.loaderMs, after.cpuMs - before.cpuMs].map((all) => (all / report.articles).toFixed(2));
    print([
      ...[
        report.articles,
        withVectors ? "int8" : "none",
        await wordsEach(corpus, most),
        (report.articles / report.seconds).toFixed(0),
      ],
      ...[loadavg()[0]?.toFixed(1) ?? "", ...ms, each(loaded.bytes), each(merged.bytes)],
      ...[
        kind("fdt", "fdx", "fdm"),
        kind("doc", "tim", "tip", "tmd", "nvd"),
        kind("vec"),
        kind("vex"),
        (after.heap / 1e6).toFixed(0),
      ],
    ]);
    if (withVectors) await neighbours(near, corpus, most);
  }
  await drop("bench-size");
};

/** The server counts bytes anew every ten seconds, and the files of merged segments until they are refreshed away. */
const statsOf = async (name: string) => {
  for (const action of ["_refresh", "_flush"])
    await server.ask({ name: action, method: "POST", path: `/${name}/${action}` }, { reply: z.unknown() });
  await sleep(11_000);
  const query = { include_segment_file_sizes: "true" };
  const stats = value(
    await server.ask({ name: "stats", method: "GET", path: `/${name}/_stats/store,segments`, query }, { reply: Stats }),
  );
  const { store, segments } = stats._all.primaries;
  return { bytes: store.size_in_bytes, files: segments.file_sizes };
};

const wordsEach = async (files: readonly string[], most: number): Promise<string> => {
  let [articles, words] = [0, 0];
  for await (const record of articlesOf(files, most)) {
    if ("deleted" in record) continue;
    articles += 1;
    words += searchedText(record).split(/\s+/).length;
  }
  return (words / articles).toFixed(0);
};

/** How many of the articles nearest to the dev questions the graph finds in one segment, and how long a search takes. */
const neighbours = async (near: IndexEncoder, files: readonly string[], most: number): Promise<void> => {
  const articles: { pmid: string; vector: Int8Array }[] = [];
  for await (const record of articlesOf(files, most)) {
    if ("deleted" in record) continue;
    const [vector] = value(await near.embed([searchedText(record)]));
    articles.push({ pmid: record.pmid, vector: quantizeInt8(vector!) }); // one text, one vector
  }
  const remote = value(await openOpensearch(server, "bench-size"));
  const questions = readQueryLines(readFileSync(file("bioasq-snippets", "queries.dev.jsonl"), "utf8"), "queries");
  const shares: Record<"10" | "100", number[]> = { "10": [], "100": [] };
  const times: number[] = [];
  for (const { text } of questions) {
    const vector = value(await parts.embed([text], { remember: true }))[0]!; // one text, one vector
    const query = quantizeInt8(vector);
    const exact = articles.map((one) => ({ pmid: one.pmid, score: cosine(query, one.vector) })).sort((a, b) => b.score - a.score);
    const began = performance.now();
    const found = value(await remote.searchVector(vector, { limit: 100 })).hits;
    times.push(performance.now() - began);
    for (const depth of ["10", "100"] as const) {
      // Equal cosines count as found: which of them stands last is chance.
      const worst = exact[Number(depth) - 1]?.score ?? -1;
      const right = found.slice(0, Number(depth)).filter(({ score }) => score >= worst - 1e-5);
      shares[depth].push(right.length / Number(depth));
    }
  }
  const mean = (values: readonly number[]): string => fixed(values.reduce((sum, one) => sum + one, 0) / values.length);
  const p50 = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  process.stdout.write(
    `\nNearest of ${most} found, ${questions.length} questions: of 10 ${mean(shares["10"])}, of 100 ${mean(shares["100"])}; p50 ${p50.toFixed(0)} ms\n\n`,
  );
};

const cosine = (a: Int8Array, b: Int8Array): number => {
  let [product, aa, bb] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at]!, b[at]!]; // both have as many numbers
    product += one * other;
    aa += one * one;
    bb += other * other;
  }
  return product / Math.sqrt(aa * bb);
};

/** CPU time of the encoder for an article: what a load with vectors spends most on. */
const embedding = async (): Promise<void> => {
  const corpus = writeCorpus(
    join(env.EVIGRAPH_CACHE ?? tmpdir(), "million", "corpus"),
    50_000,
    textsOf(file("bioasq-snippets", "docs.jsonl")),
  );
  const texts: string[] = [];
  for await (const record of articlesOf(corpus, 400)) if (!("deleted" in record)) texts.push(searchedText(record));
  value(await parts.embed(texts.slice(0, 20)));
  const before = process.cpuUsage();
  value(await parts.embed(texts.slice(20)));
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000 / (texts.length - 20);
  process.stdout.write(`Embedding: ${ms.toFixed(1)} CPU ms an article, ${texts.length - 20} made-up articles of the corpus\n`);
};

const { only } = parseArgs({ options: { only: { type: "string", default: "quality,size,embedding" } } }).values;
for (const [name, run] of Object.entries({ quality, size, embedding })) if (only.split(",").includes(name)) await run();
await server.close();
await parts.encoder.close();
