import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { buildIndex } from "../clients/index/build-index.ts";
import { openIndex } from "../clients/index/open-index.ts";
import { openOpensearch } from "../clients/opensearch/open-opensearch.ts";
import type { Hit, Retriever } from "../clients/retriever.ts";
import { pairedBootstrap } from "../evaluation/statistics/paired-bootstrap.ts";
import { scoreTrec } from "../evaluation/trec-scorer.ts";
import { readQrels } from "../formats/qrels.ts";
import { readQueryLines } from "../formats/query-lines.ts";
import { articlesOf, drop, file, fixed, given, load, print, server, value } from "./opensearch-place.ts";

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
export const quality = async (): Promise<void> => {
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
