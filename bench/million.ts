/**
 * Measure the local index at 100,000 and 1,000,000 articles: building, searching by words, and searching by words and meaning at 200,000.
 *
 *     npm run bench -- --only million        or        npx tsx bench/million.ts [--articles 1000000]
 *
 * What is made is kept (about 4.5 GB) in EVIGRAPH_CACHE/million, else in the system's folder for temporary files, and used again: remove the folder to build anew.
 * A killed run goes on where it was. It needs the collection bioasq-snippets (EVIGRAPH_DATA) and the built program (npm run build).
 */
import { mkdirSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { modelsDir, readEnv } from "../clients/env.ts";
import { reciprocalRankFusion } from "../retrieval/reciprocal-rank-fusion.ts";
import { sharedData } from "../test/support/shared-data.ts";
import { exhaustiveVectors, exhaustiveWords } from "./exhaustive.ts";
import type { Line } from "./line.ts";
import { ARTICLES_A_FILE, textsOf, writeCorpus } from "./million-corpus.ts";
import { built, cliMemory, quantile, questionsOf, type Rate, recall, search, TOP } from "./million-index.ts";
import { nearVectors } from "./near-vectors.ts";

const FEW = 100_000;
const WITH_VECTORS = 200_000;

/** All lines. In: articles of the large index (count). Throws where the collection is absent. */
export const millionLines = async (many = 1_000_000): Promise<Line[]> => {
  const data = sharedData("bioasq-snippets");
  if (data === undefined)
    throw new Error("bench million needs the collection bioasq-snippets: name its folder by EVIGRAPH_DATA.");
  const folder = join(readEnv().EVIGRAPH_CACHE ?? tmpdir(), "million");
  mkdirSync(folder, { recursive: true });
  const docs = join(data, "docs.jsonl");
  const queries = join(data, "queries.dev.jsonl");
  const asked = { queries, warm: join(data, "queries.train.jsonl") };
  const files = writeCorpus(join(folder, "corpus"), many, textsOf(docs));
  const partOf = (articles: number): string[] => files.slice(0, articles / ARTICLES_A_FILE);

  const few = join(folder, `words-${FEW}.db`);
  rmSync(few, { force: true });
  const fewRate = await built(few, partOf(FEW));
  const large = join(folder, `words-${many}.db`);
  const manyRate = await built(large, files);
  const near = join(folder, `vectors-${WITH_VECTORS}.db`);
  await built(near, partOf(WITH_VECTORS), () => nearVectors(folder, docs));

  const [small, big] = [search(few, asked, "bm25"), search(large, asked, "bm25")];
  const exact = exhaustiveWords(large, questionsOf(queries), TOP);
  const cli = cliMemory(large, queries);
  const hybrid = search(near, asked, "hybrid");
  const dense = search(near, asked, "dense");
  const { exactDense, exactHybrid } = await exactNear(near, queries);
  const growth = quantile(big.times, 0.5) / quantile(small.times, 0.5);
  const load = loadavg()[0]?.toFixed(1);
  return [
    rateLine(FEW, fewRate),
    rateLine(many, manyRate),
    timeLine(`bm25 of ${many} articles, ${big.times.length} questions (load ${load})`, big.times, { p50: 50, p95: 150 }),
    recallLine(`bm25 of ${many} articles`, recall(big.found, exact), 0.98),
    {
      what: `median search of ${many} beside ${FEW} articles`,
      measured: `${quantile(small.times, 0.5).toFixed(1)} to ${quantile(big.times, 0.5).toFixed(1)} ms: ${growth.toFixed(1)} times`,
      promised: `less than ${many / FEW} times`,
      holds: growth < many / FEW,
    },
    memoryLine(`a process that searches ${many} articles`, big.memory),
    memoryLine(`evigraph search --ranker bm25 on ${many} articles`, cli),
    timeLine(
      `hybrid of ${WITH_VECTORS} articles with the question's embedding, ${hybrid.times.length} questions (load ${load})`,
      hybrid.times,
      { p50: 120 },
    ),
    recallLine(`hybrid of ${WITH_VECTORS} articles`, recall(hybrid.found, exactHybrid), 0.97),
    recallLine(`dense part of it (p50 ${quantile(dense.times, 0.5).toFixed(1)} ms)`, recall(dense.found, exactDense), 0.97),
  ];
};

const exactNear = async (index: string, queries: string) => {
  const questions = questionsOf(queries);
  const encoder = openEncoder({ modelsDir: modelsDir(readEnv()) });
  const embedded = await encoder.embed(questions.map(({ text }) => text));
  await encoder.close();
  if (embedded.is !== "ok") throw new Error(embedded.detail);
  const vectors = questions.flatMap(({ id }, at) => {
    const vector = embedded.value[at];
    return vector === undefined ? [] : [{ id, vector }];
  });
  const exactDense = exhaustiveVectors(index, vectors, TOP);
  const words = exhaustiveWords(index, questions, TOP);
  const exactHybrid = new Map(
    questions.map(({ id }): [string, string[]] => {
      const lists = [words.get(id) ?? [], exactDense.get(id) ?? []];
      const fused = reciprocalRankFusion(
        lists.map((ids) => ({ ids, weight: 1 })),
        60,
      );
      return [id, fused.slice(0, TOP).map(({ id: pmid }) => pmid)];
    }),
  );
  return { exactDense, exactHybrid };
};

const rateLine = (articles: number, { seconds, at }: Rate): Line => ({
  what: `index build of ${articles} articles without vectors (${at})`,
  measured: `${(articles / seconds).toFixed(0)} articles/s`,
  promised: ">= 5000 articles/s",
  holds: articles / seconds >= 5000,
});
const timeLine = (what: string, times: readonly number[], bars: { p50: number; p95?: number }): Line => {
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  return {
    what: `search, ${what}`,
    measured: `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`,
    promised: `p50 <= ${bars.p50}${bars.p95 === undefined ? "" : `, p95 <= ${bars.p95}`} ms`,
    holds: p50 <= bars.p50 && p95 <= (bars.p95 ?? Number.POSITIVE_INFINITY),
  };
};
const recallLine = (what: string, measured: number, bar: number): Line => ({
  what: `recall@${TOP} of exhaustive search, ${what}`,
  measured: measured.toFixed(4),
  promised: `>= ${bar}`,
  holds: measured >= bar,
});
const memoryLine = (what: string, mebibytes: number): Line => ({
  what: `most memory of ${what}`,
  measured: `${mebibytes.toFixed(0)} MiB`,
  promised: "<= 300 MB",
  holds: mebibytes * 1.048576 <= 300,
});

if (process.argv[1]?.endsWith("million.ts")) {
  const { values } = parseArgs({ options: { articles: { type: "string" } } });
  for (const { what, measured, promised, holds } of await millionLines(Number(values.articles ?? 1_000_000)))
    console.log(`${holds ? "ok  " : "MISS"}  ${what}: ${measured} (${promised})`);
}
