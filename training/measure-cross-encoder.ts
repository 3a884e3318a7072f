// Rank the mix's first articles anew by a cross-encoder, and compare: npx tsx training/measure-cross-encoder.ts DATA INDEX.db COLLECTION[:SPLIT] CROSS_ENCODER TOP MOST_QUERIES OUT.json [MODELS]
// Candidates of a query are the first 100 by BM25 and the first 100 by the base encoder's vectors, in the order of the mix; the first TOP of them are read.
// MOST_QUERIES are taken at equal steps through the file (0: all). MODELS is the folder of the cross-encoder, with its tokenizer's beside it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCrossEncoder } from "../clients/encoder/open-cross-encoder.ts";
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
import { crossMix, relevanceOfLogit } from "../retrieval/cross-mix.ts";
import { scaledMix } from "../retrieval/scaled-mix.ts";
import { cosineInt8, quantizeInt8 } from "../retrieval/vectors.ts";
import type { Outcome } from "../state/outcome.ts";

const WEIGHTS = [0.1, 0.2, 0.3, 0.5, 1]; // of the cross-encoder's relevance; 1 is the cross-encoder alone
const MIX_COSINE = 0.65; // the setting mixCosine
const DEPTH = 100;
const FIRST = 10;

const [data, file, collection, model, topText, mostText, out, models = modelsDir(readEnv())] = process.argv.slice(2);
if (!data || !file || !collection || !model || !topText || !mostText || !out)
  throw new Error("Arguments are missing: see the first lines of this file.");
const [top, most] = [Number(topText), Number(mostText)];
const [folder = "", split] = collection.split(":");
const named = (name: string, end: string) =>
  join(data, folder, split === undefined ? `${name}.${end}` : `${name}.${split}.${end}`);
const relevant = new Map<string, Set<string>>();
for (const { query, document, grade } of readQrels(readFileSync(named("qrels", "tsv"), "utf8"), "qrels"))
  if (grade > 0) relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
const judged = readQueryLines(readFileSync(named("queries", "jsonl"), "utf8"), "queries").filter(({ id }) => relevant.has(id));
const step = most === 0 ? 1 : Math.max(1, judged.length / most);
const queries = Array.from({ length: Math.min(judged.length, most || judged.length) }, (_, at) => judged[Math.floor(at * step)]!); // within the list

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value;
};
const base = openEncoder({ modelsDir: modelsDir(readEnv()), threads: 1 });
const cross = openCrossEncoder({ modelsDir: models, model, threads: 1 });
const index = value(openIndex(file, base));

type Scores = { map10: number; ndcg10: number };
const score = (ranked: readonly { id: string }[], of: ReadonlySet<string>): Scores => {
  const hits = ranked.slice(0, FIRST).map(({ id }) => of.has(id));
  const gains = hits.map(Number);
  return {
    map10: averagePrecision(hits, Math.min(of.size, FIRST)),
    ndcg10: ndcg(
      gains,
      [...of].map(() => 1),
      FIRST,
    ),
  };
};
const name = (weight: number) => (weight === 1 ? "cross alone" : `mix + ${weight} cross`);
const runs: Record<string, Scores[]> = Object.fromEntries(["BM25", "mix", ...WEIGHTS.map(name)].map((of) => [of, []]));
let [pairs, spent] = [0, 0];
for (const [at, { id, text }] of queries.entries()) {
  const of = relevant.get(id)!; // only judged queries are listed
  const vector = value(await base.embed([text]))[0]!; // one text in
  const words = value(await index.searchWords({ text }, { limit: DEPTH })).hits;
  const near = value(await index.searchVector(vector, { limit: DEPTH })).hits;
  const ids = [...new Set([...words, ...near].map(({ pmid }) => pmid))];
  const bm25 = new Map(words.map((hit) => [hit.pmid, hit.score]));
  const [own, stored] = [quantizeInt8(vector), value(await index.vectors(ids))];
  const known = ids.map((pmid) => ({ id: pmid, bm25: bm25.get(pmid), cosine: cosineInt8(own, stored.get(pmid)!) })); // every article has a vector
  const mix = scaledMix(known, MIX_COSINE);
  const first = mix.slice(0, top);
  const articles = new Map(
    value(await index.read(first.map((hit) => hit.id))).map((article) => [article.pmid, searchedText(article)]),
  );
  const before = performance.now();
  const logits = value(
    await cross.score(
      text,
      first.map((hit) => articles.get(hit.id) ?? ""),
    ),
  );
  spent += performance.now() - before;
  pairs += first.length;
  const read = first.map((hit, place) => ({ ...hit, relevance: relevanceOfLogit(logits[place]!) })); // one logit an article
  runs.BM25?.push(
    score(
      words.map(({ pmid }) => ({ id: pmid })),
      of,
    ),
  );
  runs.mix?.push(score(mix, of));
  for (const weight of WEIGHTS) runs[name(weight)]?.push(score([...crossMix(read, weight), ...mix.slice(top)], of));
  if ((at + 1) % 10 === 0)
    process.stderr.write(`${at + 1} of ${queries.length} queries, ${Math.round(spent / pairs)} ms a pair\n`);
}
const summary = Object.fromEntries(
  Object.entries(runs).map(([of, own]) => {
    const about = (measure: keyof Scores) => {
      const values = own.map((one) => one[measure]);
      const plain = runs.mix?.map((one) => one[measure]) ?? [];
      const overMix = of === "mix" ? {} : { overMix: pairedBootstrap(values, plain) };
      return { mean: mean(values), ...bootstrapMeanInterval(values), ...overMix };
    };
    return [of, { map10: about("map10"), ndcg10: about("ndcg10") }];
  }),
);
const about = {
  collection,
  model,
  top,
  queries: queries.length,
  pairs,
  msPerPair: spent / pairs,
  weightsSha256: cross.weightsSha256,
};
writeFileSync(out, `${JSON.stringify({ ...about, summary, items: runs }, undefined, 1)}\n`);
const shown = (_: string, number: unknown) => (typeof number === "number" ? Math.round(number * 1e4) / 1e4 : number);
for (const [of, scores] of Object.entries(summary)) console.log(of.padEnd(14), JSON.stringify(scores, shown));
await Promise.all([base.close(), cross.close()]);
await index.close();
