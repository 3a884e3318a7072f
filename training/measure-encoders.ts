// Rank the same candidates by the base encoder and by another, and compare: npx tsx training/measure-encoders.ts DATA INDEX.db COLLECTION[:SPLIT] ENCODER DEPTH OUT.json [VECTORS.db]
// Candidates of a query are the first DEPTH by BM25 and the first DEPTH by the base encoder's vectors; whoever is compared ranks just those.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { modelsDir, readEnv } from "../clients/env.ts";
import { searchedText } from "../clients/index/article-rows.ts";
import { openIndex } from "../clients/index/open-index.ts";
import { averagePrecision } from "../evaluation/measures/average-precision.ts";
import { ndcg } from "../evaluation/measures/ndcg.ts";
import { bootstrapMeanInterval } from "../evaluation/statistics/bootstrap-interval.ts";
import { mean } from "../evaluation/statistics/mean.ts";
import { pairedBootstrap } from "../evaluation/statistics/paired-bootstrap.ts";
import { readQrels } from "../formats/qrels.ts";
import { readQueryLines } from "../formats/query-lines.ts";
import { scaledMix } from "../retrieval/scaled-mix.ts";
import { cosineInt8, quantizeInt8 } from "../retrieval/vectors.ts";
import type { Outcome } from "../state/outcome.ts";

const WEIGHTS = [0.5, 0.6, 0.65, 0.7, 0.8]; // of the cosine in the mix; 0.65 is the setting mixCosine
const FIRST = 10;

const [data, file, collection, model, depthText, out, cacheFile] = process.argv.slice(2);
if (!data || !file || !collection || !model || !depthText || !out)
  throw new Error("Arguments are missing: see the first line of this file.");
const depth = Number(depthText);
const [folder = "", split] = collection.split(":");
const named = (name: string, end: string) =>
  join(data, folder, split === undefined ? `${name}.${end}` : `${name}.${split}.${end}`);
const queries = readQueryLines(readFileSync(named("queries", "jsonl"), "utf8"), "queries");
const relevant = new Map<string, Set<string>>();
for (const { query, document, grade } of readQrels(readFileSync(named("qrels", "tsv"), "utf8"), "qrels"))
  if (grade > 0) relevant.set(query, (relevant.get(query) ?? new Set()).add(document));

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value;
};
const models = modelsDir(readEnv());
const base = openEncoder({ modelsDir: models });
const other = openEncoder({ modelsDir: models, model, ...(cacheFile === undefined ? {} : { cacheFile }) });
const index = value(openIndex(file, base));
const judged = queries.filter(({ id }) => relevant.has(id));

type Candidate = { id: string; bm25: number | undefined };
const lists: { id: string; text: string; base: Float32Array; candidates: Candidate[] }[] = [];
for (const { id, text } of judged) {
  const vector = value(await base.embed([text]))[0]!; // one text in
  const words = value(await index.searchWords({ text }, { limit: depth })).hits;
  const near = value(await index.searchVector(vector, { limit: depth })).hits;
  const bm25 = new Map(words.map((hit) => [hit.pmid, hit.score]));
  const ids = [...new Set([...words, ...near].map((hit) => hit.pmid))];
  lists.push({ id, text, base: vector, candidates: ids.map((pmid) => ({ id: pmid, bm25: bm25.get(pmid) })) });
}
const wanted = [...new Set(lists.flatMap(({ candidates }) => candidates.map(({ id }) => id)))].sort();
const stored = value(await index.vectors(wanted));
const texts = new Map(value(await index.read(wanted)).map((article) => [article.pmid, searchedText(article)]));
const started = Date.now();
const tuned = new Map<string, Int8Array>();
const STEP = 200;
for (let at = 0; at < wanted.length; at += STEP) {
  const some = wanted.slice(at, at + STEP);
  const vectors = value(
    await other.embed(
      some.map((id) => texts.get(id) ?? ""),
      { remember: true },
    ),
  );
  for (const [place, id] of some.entries()) tuned.set(id, quantizeInt8(vectors[place]!)); // one vector a text
  process.stderr.write(
    `${Math.min(at + STEP, wanted.length)} of ${wanted.length} articles, ${Math.round((Date.now() - started) / 1000)} s\n`,
  );
}

type Scores = { map10: number; ndcg10: number };
const score = (ids: readonly string[], of: ReadonlySet<string>): Scores => ({
  map10: averagePrecision(
    ids.slice(0, FIRST).map((id) => of.has(id)),
    Math.min(of.size, FIRST),
  ),
  ndcg10: ndcg(
    ids.slice(0, FIRST).map((id) => (of.has(id) ? 1 : 0)),
    [...of].map(() => 1),
    FIRST,
  ),
});
const byCosine = (candidates: readonly Candidate[], query: Float32Array, vectors: ReadonlyMap<string, Int8Array>) => {
  const own = quantizeInt8(query);
  return candidates.map(({ id, bm25 }) => ({
    id,
    bm25,
    cosine: vectors.has(id) ? cosineInt8(own, vectors.get(id)!) : undefined,
  }));
};
const names = [
  "BM25",
  ...["base", "tuned"].flatMap((name) => [`${name} alone`, ...WEIGHTS.map((weight) => `${name} mix ${weight}`)]),
];
const runs: Record<string, Scores[]> = Object.fromEntries(names.map((name) => [name, []]));
const tunedQueries = value(await other.embed(lists.map(({ text }) => text)));
for (const [at, { id, base: query, candidates }] of lists.entries()) {
  const of = relevant.get(id)!; // only judged queries are listed
  runs.BM25?.push(
    score(
      [...candidates].filter(({ bm25 }) => bm25 !== undefined).map((candidate) => candidate.id),
      of,
    ),
  );
  for (const [name, vector, vectors] of [
    ["base", query, stored],
    ["tuned", tunedQueries[at]!, tuned],
  ] as const) {
    const scored = byCosine(candidates, vector, vectors);
    const alone = [...scored].sort((a, b) => (b.cosine ?? -1) - (a.cosine ?? -1)).map((candidate) => candidate.id);
    runs[`${name} alone`]?.push(score(alone, of));
    for (const weight of WEIGHTS) {
      const mixed = scaledMix(scored, weight).map((candidate) => candidate.id);
      runs[`${name} mix ${weight}`]?.push(score(mixed, of));
    }
  }
}
const summary = Object.fromEntries(
  names.map((name) => {
    const own = runs[name] ?? [];
    const against = name.startsWith("tuned") ? (runs[name === "tuned alone" ? "base alone" : "base mix 0.65"] ?? []) : undefined;
    const of = (measure: keyof Scores) => {
      const values = own.map((one) => one[measure]);
      const interval = bootstrapMeanInterval(values);
      const difference =
        against &&
        pairedBootstrap(
          values,
          against.map((one) => one[measure]),
        );
      return { mean: mean(values), ...interval, ...(difference ? { overBase: difference } : {}) };
    };
    return [name, { map10: of("map10"), ndcg10: of("ndcg10") }];
  }),
);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(
  out,
  `${JSON.stringify({ collection, model, depth, queries: lists.length, articles: wanted.length, weightsSha256: other.weightsSha256, summary, items: runs }, undefined, 1)}\n`,
);
for (const [name, { map10, ndcg10 }] of Object.entries(summary))
  console.log(
    name.padEnd(12),
    JSON.stringify({ map10, ndcg10 }, (_, v) => (typeof v === "number" ? Math.round(v * 1e4) / 1e4 : v)),
  );
await Promise.all([base.close(), other.close()]);
index.close();
