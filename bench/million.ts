/**
 * Measure the local index at 100,000 and 1,000,000 articles: building, searching by words, and searching by words and meaning at 200,000.
 *
 *     npm run bench -- --only million        or        npx tsx bench/million.ts [--articles 1000000] [--fresh]
 *
 * What is made is kept (about 4.5 GB) in EVIGRAPH_CACHE/million, else in the system's folder for temporary files, and used again; the small index is built anew each time, the large one with --fresh.
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

/** All lines, each as soon as it is measured. In: articles of the large index (count), whether it is built anew. Throws where the collection is absent. */
export async function* millionLines({ many = 1_000_000, fresh = false } = {}): AsyncGenerator<Line> {
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
  const large = join(folder, `words-${many}.db`);
  for (const file of fresh ? [few, large] : [few]) rmSync(file, { force: true });
  yield rateLine(FEW, await built(few, partOf(FEW)));
  yield rateLine(many, await built(large, files));
  const [small, big] = [search(few, asked, "bm25"), search(large, asked, "bm25")];
  yield timeLine(`bm25 of ${many} articles`, big.times, { p50: 50, p95: 150 });
  yield growthLine(small.times, big.times, { many });
  yield recallLine(`bm25 of ${many} articles`, recall(big.found, exhaustiveWords(large, questionsOf(queries), TOP)), 0.98);
  yield memoryLine(`a process that searches ${many} articles`, big.memory);
  yield memoryLine(`evigraph search --ranker bm25 on ${many} articles`, cliMemory(large, queries));

  const near = join(folder, `vectors-${WITH_VECTORS}.db`);
  await built(near, partOf(WITH_VECTORS), () => nearVectors(folder, docs));
  const hybrid = search(near, asked, "hybrid");
  yield timeLine(`hybrid of ${WITH_VECTORS} articles with the question's embedding`, hybrid.times, { p50: 120 });
  const dense = search(near, asked, "dense");
  const { exactDense, exactHybrid } = await exactNear(near, queries);
  yield recallLine(`hybrid of ${WITH_VECTORS} articles`, recall(hybrid.found, exactHybrid), 0.97);
  yield recallLine(`dense part of it, p50 ${quantile(dense.times, 0.5).toFixed(1)} ms`, recall(dense.found, exactDense), 0.97);
}

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

const load = (): string => loadavg()[0]?.toFixed(1) ?? "unknown";

const rateLine = (articles: number, { seconds, at }: Rate): Line => ({
  what: `index build of ${articles} articles without vectors (${at})`,
  measured: `${(articles / seconds).toFixed(0)} articles/s`,
  promised: ">= 5000 articles/s",
  holds: articles / seconds >= 5000,
});
const timeLine = (what: string, times: readonly number[], bars: { p50: number; p95?: number }): Line => {
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  return {
    what: `search, ${what}, ${times.length} questions (load ${load()})`,
    measured: `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`,
    promised: `p50 <= ${bars.p50}${bars.p95 === undefined ? "" : `, p95 <= ${bars.p95}`} ms`,
    holds: p50 <= bars.p50 && p95 <= (bars.p95 ?? Number.POSITIVE_INFINITY),
  };
};
const growthLine = (small: readonly number[], big: readonly number[], { many }: { many: number }): Line => {
  const [before, after] = [quantile(small, 0.5), quantile(big, 0.5)];
  return {
    what: `median search of ${many} beside ${FEW} articles`,
    measured: `${before.toFixed(1)} to ${after.toFixed(1)} ms: ${(after / before).toFixed(1)} times`,
    promised: `less than ${many / FEW} times`,
    holds: after / before < many / FEW,
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
  const { values } = parseArgs({ options: { articles: { type: "string" }, fresh: { type: "boolean" } } });
  const wanted = { many: Number(values.articles ?? 1_000_000), fresh: values.fresh ?? false };
  for await (const { what, measured, promised, holds } of millionLines(wanted))
    console.log(`${holds ? "ok  " : "MISS"}  ${what}: ${measured} (${promised})`);
}
