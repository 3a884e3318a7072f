import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { LocalIndex } from "../../clients/index/open-index.ts";
import { readQrels } from "../../formats/qrels.ts";
import { readQueryLines } from "../../formats/query-lines.ts";
import { rerankSearches } from "../../nodes/bioasq/rerank-searches.ts";
import type { Ranking } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Outcome } from "../../state/outcome.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";
import type { TaskResult, TaskRun } from "../task.ts";
import { type Retrieved, scoreTrec } from "../trec-scorer.ts";

export const RANKERS = ["bm25", "dense", "fusion", "mix", "heuristics"] as const;

const Settings = z.object({
  ranker: z.enum(RANKERS),
  queries: z.string(),
  qrels: z.string(),
  depth: z.int().positive().default(100),
});

/** Measures of a ranking; the third is BioASQ's. */
const MEASURES = ["ndcg_cut_10", "map", "map_cut_10_of_10", "recall_100", "recip_rank"];

/**
 * Rank a collection's articles for each query, and score the run.
 *
 * In: docs.jsonl, queries and judgements; ranker: bm25, dense, or one of the graph's ways to rank what both find (fusion, mix, heuristics), all for the query as it stands:
 * no expansion, no rescue. Settings of the graph may be given beside. Out: the sheet over the judged queries.
 * If a search or the encoder fails: it throws, since a run with a hole in it is no measurement.
 */
export async function rankCollection({
  folder,
  settings: given,
  parts,
  openArticles,
  tick,
  signal,
}: TaskRun): Promise<TaskResult> {
  const { ranker, queries: queryFile, qrels: qrelsFile, depth, ...own } = { ...given, ...Settings.parse(given) };
  const rankBy = ranker === "bm25" || ranker === "dense" ? {} : { rankBy: ranker };
  const settings = BioasqSettings.parse({ ...own, ...rankBy, rerankDepth: depth });
  const queries = readQueryLines(readFileSync(join(folder, queryFile), "utf8"), queryFile);
  const judged = readQrels(readFileSync(join(folder, qrelsFile), "utf8"), qrelsFile);
  const index = await openArticles("docs.jsonl", ranker !== "bm25");
  const run: Retrieved[] = [];
  const fallbacks: Fallback[] = [];
  try {
    for (const [at, { id, text }] of queries.entries()) {
      signal.throwIfAborted();
      const lists = await searches(index, { ranker, text, depth }, { embed: parts.embed, signal });
      const whole =
        lists.length === 1
          ? { rankings: lists, fallbacks: [] }
          : await rerankSearches(
              { retrievers: [index], embed: parts.embed },
              { step: "rankCollection", questionId: id, body: text, searches: lists, settings },
              { signal },
            );
      fallbacks.push(...whole.fallbacks);
      for (const { pmid, score } of whole.rankings[0]?.hits ?? []) run.push({ query: id, document: pmid, score });
      tick(at + 1, queries.length);
    }
  } finally {
    await index.close();
  }
  if (fallbacks.length > 0) throw new Error(`${fallbacks.length} rankings were not made as asked: ${fallbacks[0]?.reason}`);
  const sheet = scoreTrec(judged, run, { measures: MEASURES });
  return {
    sheet,
    settings: { ranker, queries: queryFile, qrels: qrelsFile, depth, ...(lists1(ranker) ? {} : settings) },
    fallbacks,
    usage: [],
    failed: [],
  };
}

const lists1 = (ranker: string): boolean => ranker === "bm25" || ranker === "dense";

const searches = async (
  index: LocalIndex,
  { ranker, text, depth }: { ranker: (typeof RANKERS)[number]; text: string; depth: number },
  { embed, signal }: { embed: TaskRun["parts"]["embed"]; signal: AbortSignal },
): Promise<Ranking[]> => {
  const asked = { query: 0, source: "question" } as const;
  const lists: Ranking[] = [];
  if (ranker !== "dense")
    lists.push({ ...asked, by: "bm25", hits: value(await index.searchWords({ text }, { limit: depth, signal })).hits });
  if (ranker === "bm25") return lists;
  const [vector] = value(await embed([text], { signal, remember: true }));
  if (vector === undefined) throw new Error("The encoder gave no vector.");
  return [...lists, { ...asked, by: "dense", hits: value(await index.searchVector(vector, { limit: depth, signal })).hits }];
};

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is === "ok") return outcome.value;
  throw new Error(`${outcome.is}: ${outcome.detail}`);
};
