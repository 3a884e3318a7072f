/**
 * Search an index with every question of a file, and write what it took as one line of JSON: milliseconds and hits a question, and the most memory used (MiB).
 *
 *     node bench/search-worker.mjs INDEX WARM.jsonl QUERIES.jsonl bm25|dense|hybrid TOP
 *
 * A process of its own over the built program (dist), so that its memory is a search's and nothing else. First come 100 questions of
 * WARM, which are other ones, so that code is compiled; each of QUERIES is then asked once.
 */
import { readFileSync } from "node:fs";
import { openIndex } from "../dist/clients/index/open-index.js";

const WARM = 100;
const [file, warm, queries, ranker, top] = process.argv.slice(2);
const limit = Number(top);
const read = (path) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const value = (outcome) => {
  if (outcome.is !== "ok") throw new Error(outcome.detail);
  return outcome.value;
};
const hybridParts = async () => {
  const { openEncoder } = await import("../dist/clients/encoder/open-encoder.js");
  const { modelsDir, readEnv } = await import("../dist/clients/env.js");
  const { reciprocalRankFusion } = await import("../dist/retrieval/reciprocal-rank-fusion.js");
  return { encoder: openEncoder({ modelsDir: modelsDir(readEnv()), recent: 0 }), fuse: reciprocalRankFusion };
};
const { encoder, fuse } = ranker === "bm25" ? {} : await hybridParts();
const index = value(openIndex(file, encoder));
const pmids = ({ hits }) => hits.map(({ pmid }) => pmid);
const search = async (text) => {
  const words = ranker === "dense" ? [] : pmids(value(await index.searchWords({ text }, { limit })));
  if (ranker === "bm25") return words;
  const [vector] = value(await encoder.embed([text]));
  const dense = pmids(value(await index.searchVector(vector, { limit })));
  if (ranker === "dense") return dense;
  return fuse(
    [words, dense].map((ids) => ({ ids, weight: 1 })),
    60,
  )
    .slice(0, limit)
    .map(({ id }) => id);
};

for (const { text } of read(warm).slice(0, WARM)) await search(text);
const found = {};
const times = [];
for (const { id, text } of read(queries)) {
  const began = performance.now();
  found[id] = await search(text);
  times.push(performance.now() - began);
}
await index.close();
await encoder?.close();
console.log(JSON.stringify({ times, found, memory: process.resourceUsage().maxRSS / 1024 }));
