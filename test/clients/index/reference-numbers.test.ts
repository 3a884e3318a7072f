import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { buildIndex } from "../../../clients/index/build-index.ts";
import { type LocalIndex, openIndex } from "../../../clients/index/open-index.ts";
import { readArticles } from "../../../clients/index/read-articles.ts";
import { ndcg } from "../../../evaluation/measures/ndcg.ts";
import { recallAt } from "../../../evaluation/measures/recall-at.ts";
import { newFolder } from "../../support/hand-made-index.ts";
import { sharedData } from "../../support/shared-data.ts";

type Query = { id: string; text: string };
const linesOf = (file: string): string[] => readFileSync(file, "utf8").trim().split("\n");

/** Grades by document, by query. */
const readQrels = (file: string): Map<string, Map<string, number>> => {
  const qrels = new Map<string, Map<string, number>>();
  for (const line of linesOf(file).slice(1)) {
    const [query = "", document = "", grade = ""] = line.split("\t");
    qrels.set(query, (qrels.get(query) ?? new Map<string, number>()).set(document, Number(grade)));
  }
  return qrels;
};

const opened: LocalIndex[] = [];
afterAll(async () => {
  for (const index of opened) await index.close();
});

const measure = async (folder: string, queries: string, judgements: string) => {
  const file = join(newFolder(), "articles.db");
  const built = await buildIndex({ file, articles: readArticles([join(folder, "docs.jsonl")], Readable.from([])) });
  if (built.is !== "ok") throw new Error(built.detail);
  const index = openIndex(file);
  if (index.is !== "ok") throw new Error(index.detail);
  opened.push(index.value);
  const qrels = readQrels(join(folder, judgements));
  const scores: { ndcg: number; recall: number }[] = [];
  for (const query of linesOf(join(folder, queries)).map((line): Query => JSON.parse(line))) {
    const grades = qrels.get(String(query.id));
    if (grades === undefined) continue;
    const reply = await index.value.searchWords({ text: query.text }, { limit: 100 });
    if (reply.is !== "ok") throw new Error(reply.detail);
    const found = reply.value.hits.map(({ pmid }) => grades.get(pmid) ?? 0);
    const relevant = [...grades.values()].filter((grade) => grade > 0).length;
    scores.push({
      ndcg: ndcg(found, [...grades.values()], 10),
      recall: recallAt(
        found.map((grade) => grade > 0),
        relevant,
        100,
      ),
    });
  }
  const mean = (of: "ndcg" | "recall") => scores.reduce((sum, score) => sum + score[of], 0) / scores.length;
  return { n: scores.length, ndcg: mean("ndcg"), recall: mean("recall") };
};

// The reference: BM25 k1 0.9, b 0.4, Porter, title and text as one, of another program.
const REFERENCE = [
  ["bioasq-snippets", "queries.dev.jsonl", "qrels.dev.tsv", { n: 327, ndcg: 0.713, recall: 0.925 }],
  ["scifact", "queries.test.jsonl", "qrels.test.tsv", { n: 300, ndcg: 0.678, recall: 0.925 }],
  ["medlars", "queries.jsonl", "qrels.tsv", { n: 30, ndcg: 0.664, recall: 0.764 }],
] as const;

describe("the local index finds what the reference BM25 finds", () => {
  for (const [name, queries, judgements, reference] of REFERENCE) {
    const folder = sharedData(name);
    it.skipIf(folder === undefined)(`on ${name}, within .005 or better`, { timeout: 120_000 }, async () => {
      const found = await measure(folder ?? "", queries, judgements);
      expect(found.n).toBe(reference.n);
      expect(found.ndcg).toBeGreaterThan(reference.ndcg - 0.005);
      expect(found.recall).toBeGreaterThan(reference.recall - 0.005);
    });
  }
});
