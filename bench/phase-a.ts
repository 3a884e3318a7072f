/**
 * Measure phase A of a batch on a local index of 23,131 documents, rerank depth 100: seconds a question of a first run. Run on a quiet machine:
 *
 *     EVIGRAPH_DATA=… npm run bench -- --only phaseA
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, readEnv } from "../clients/env.ts";
import { memoryTexts } from "../clients/text-store.ts";
import { findData } from "../evaluation/find-data.ts";
import { openCollection } from "../evaluation/open-collection.ts";
import { readQueryLines } from "../formats/query-lines.ts";
import { compileBioasqGraph } from "../graphs/bioasq.ts";
import { openLiveParts } from "../graphs/live-parts.ts";

export type PhaseA = { questions: number; documents: number; secondsEach: number; slowest: number; embeddedEach: number };

/**
 * Run the first questions of bioasq-snippets dev through phase A, profile best, one after the other.
 *
 * In: questions (count). Out: seconds a question (mean and most), and texts embedded a question: document vectors come from the index. The index is built first where the
 * cache has none, which is not part of the time; no vector comes from a file.
 */
export const phaseA = async (questions: number): Promise<PhaseA> => {
  const env = readEnv();
  const { folder } = findData("bioasq-snippets", env.EVIGRAPH_DATA);
  const articles = join(folder, "docs.jsonl");
  const parts = openLiveParts({ env, texts: memoryTexts() });
  const { signal } = new AbortController();
  const index = await openCollection({ cache: cacheDir(env), articles, encoder: parts.encoder, signal });
  const graph = compileBioasqGraph({ ...parts, retrievers: [index] });
  const before = parts.encoder.counts().embedded;
  const text = readFileSync(join(folder, "queries.dev.jsonl"), "utf8");
  const times: number[] = [];
  try {
    for (const { id, text: body } of readQueryLines(text, "queries.dev.jsonl").slice(0, questions)) {
      const began = performance.now();
      const { articles } = await graph.invoke({ questionId: id, body, phase: "A" });
      if (articles.length === 0) throw new Error(`question ${id} found nothing`);
      times.push((performance.now() - began) / 1000);
    }
    const embedded = parts.encoder.counts().embedded - before;
    const documents = readFileSync(articles, "utf8").trimEnd().split("\n").length;
    const total = times.reduce((sum, seconds) => sum + seconds, 0);
    return {
      questions: times.length,
      documents,
      secondsEach: total / times.length,
      slowest: Math.max(...times),
      embeddedEach: embedded / times.length,
    };
  } finally {
    await index.close();
    await parts.encoder.close();
  }
};
