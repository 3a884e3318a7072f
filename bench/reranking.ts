/**
 * Measure what reranking indexed articles costs beside one embedding of the question, whether the event loop stays free while it runs, and whether memory
 * stays flat over 10,000 texts. Run on a quiet machine: npm run bench -- --only rerank,memory
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { modelsDir, readEnv } from "../clients/env.ts";
import { demoCorpus, openDemoIndex } from "../clients/index/demo-index.ts";
import { readArticles } from "../clients/index/read-articles.ts";
import { questionSimilarity } from "../nodes/bioasq/question-similarity.ts";
import { rerankSearches } from "../nodes/bioasq/rerank-searches.ts";
import { BioasqSettings } from "../state/settings/bioasq.ts";
import { median } from "./line.ts";

export type Reranking = { articles: number; rounds: number; embedMs: number; moreMs: number; lagP99Ms: number };

const ARTICLES = 100;
// The loop's own timer wakes up this often; a delay is what comes on top.
const RESOLUTION_MS = 5;

/** Measure the bi-encoder's rerank of 100 articles of the demo index. In: rounds (count). Out: medians (milliseconds), and the 99th percentile of the event loop's delay over whole reranks. */
export const rerankingCost = async (rounds: number): Promise<Reranking> => {
  const folder = mkdtempSync(join(tmpdir(), "evigraph-bench-"));
  const encoder = openEncoder({ modelsDir: modelsDir(readEnv()), recent: 0 });
  const opened = await openDemoIndex({ folder, encoder });
  if (opened.is !== "ok") throw new Error(opened.detail);
  const index = opened.value;
  try {
    const pmids: string[] = [];
    for await (const article of readArticles([demoCorpus()], process.stdin))
      if (!("deleted" in article) && pmids.length < ARTICLES) pmids.push(article.pmid);
    const question = (round: number, way: string) =>
      `Does treatment ${way} ${round} lower the risk of heart failure in adults with diabetes?`;
    const sources = { retrievers: [index], embed: encoder.embed, step: "bench" };
    const embedMs: number[] = [];
    const allMs: number[] = [];
    const settings = BioasqSettings.parse({});
    const hits = pmids.map((pmid, at) => ({ pmid, score: 1 / (at + 1) }));
    const searches = [{ query: 0, source: "question" as const, by: "bm25" as const, hits }];
    const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    for (let round = 0; round < rounds + 5; round++) {
      const alone = await timed(async () => void (await encoder.embed([question(round, "a")])));
      const whole = await timed(async () => {
        const { similarity } = await questionSimilarity(sources, question(round, "b"), pmids, new Map(), undefined);
        if (similarity.size !== ARTICLES) throw new Error(`${similarity.size} of ${ARTICLES} articles have a vector`);
      });
      if (round === 5) lag.enable();
      await rerankSearches(
        sources,
        { step: "bench", questionId: "q", body: question(round, "c"), searches, settings },
        undefined,
      );
      if (round < 5) continue;
      embedMs.push(alone);
      allMs.push(whole);
    }
    lag.disable();
    const lagP99Ms = Math.max(0, lag.percentile(99) / 1e6 - RESOLUTION_MS);
    return { articles: ARTICLES, rounds, embedMs: median(embedMs), moreMs: median(allMs) - median(embedMs), lagP99Ms };
  } finally {
    await index.close();
    await encoder.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Measure the process's memory after 1,000 texts and after all. In: texts (count). Out: resident set sizes (MiB). */
export const memoryOf = async (texts: number): Promise<{ texts: number; early: number; late: number }> => {
  const encoder = openEncoder({ modelsDir: modelsDir(readEnv()) });
  let early = 0;
  for (let at = 0; at < texts; at += 100) {
    const batch = Array.from({ length: 100 }, (_, more) => `Text ${at + more} on heart failure and dose ${at * more}.`);
    const outcome = await encoder.embed(batch);
    if (outcome.is !== "ok") throw new Error(outcome.detail);
    if (at === 900) early = process.memoryUsage().rss;
  }
  const late = process.memoryUsage().rss;
  await encoder.close();
  return { texts, early: early / 2 ** 20, late: late / 2 ** 20 };
};

const timed = async (run: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await run();
  return performance.now() - began;
};
