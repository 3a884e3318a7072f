import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { LocalIndex } from "../../clients/index/open-index.ts";
import { readQrels } from "../../formats/qrels.ts";
import { readQueryLines } from "../../formats/query-lines.ts";
import { compileBioasqGraph } from "../../graphs/bioasq.ts";
import { rerankSearches } from "../../nodes/bioasq/rerank-searches.ts";
import { reciprocalRankFusion } from "../../retrieval/reciprocal-rank-fusion.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Outcome } from "../../state/outcome.ts";
import type { Ranking } from "../../state/query.ts";
import { BioasqSettings } from "../../state/settings/bioasq.ts";
import type { Usage } from "../../state/usage.ts";
import type { TaskResult, TaskRun } from "../task.ts";
import { type Retrieved, scoreTrec } from "../trec-scorer.ts";

const Settings = z.object({
  ranker: z
    .enum(["bm25", "dense", "rrf", "fusion", "mix", "heuristics", "graph"])
    .describe(
      "bm25 and dense: one search alone. rrf: reciprocal rank fusion of both. fusion, mix, heuristics: the graph's ways to rank what both find, for the query as it stands. graph: its whole retrieval.",
    ),
  pool: z
    .enum(["union", "bm25"])
    .default("union")
    .describe("What fusion, mix and heuristics rank: what both searches find, or the first articles by BM25 alone."),
  queries: z.string(),
  qrels: z.string(),
  depth: z.int().positive().default(100).describe("Articles ranked a query (count)."),
  most: z.int().positive().optional().describe("Only the first so many queries (count)."),
});
type Ranker = z.infer<typeof Settings>["ranker"];

/** Measures of a ranking; the third is BioASQ's. */
const MEASURES = ["ndcg_cut_10", "map", "map_cut_10_of_10", "recall_100", "recip_rank"];

type Ranked = { hits: readonly { pmid: string; score: number }[]; fallbacks: Fallback[]; usage: Usage[] };
type Rank = (text: string, id: string) => Promise<Ranked>;

/**
 * Rank a collection's articles for each query, and score the run.
 *
 * In: docs.jsonl, queries and judgements; the ranker, and settings of the graph beside it. Out: the sheet over the judged queries.
 * If a search or the encoder fails where no graph records it: it throws, since a run with a hole in it is no measurement.
 */
export async function rankCollection({
  folder,
  settings: given,
  parts,
  lexicon,
  openArticles,
  tick,
  signal,
}: TaskRun): Promise<TaskResult> {
  const asked = Settings.parse(given);
  const { ranker, depth, most } = asked;
  const ofGraph = Object.entries(given).filter(([name]) => !Object.hasOwn(Settings.shape, name));
  const rankBy = isRankBy(ranker) ? { rankBy: ranker } : {};
  const settings = BioasqSettings.parse({ ...Object.fromEntries(ofGraph), ...rankBy, rerankDepth: depth });
  const queries = readQueryLines(readFileSync(join(folder, asked.queries), "utf8"), asked.queries).slice(0, most);
  const wanted = new Set(queries.map(({ id }) => id));
  const judged = readQrels(readFileSync(join(folder, asked.qrels), "utf8"), asked.qrels).filter(({ query }) => wanted.has(query));
  const index = await openArticles("docs.jsonl", ranker !== "bm25");
  const rank =
    ranker === "graph"
      ? byGraph({ ...parts, lexicon }, index, settings, signal)
      : bySearches(parts, index, asked, settings, signal);
  const run: Retrieved[] = [];
  const result: Pick<TaskResult, "fallbacks" | "usage"> = { fallbacks: [], usage: [] };
  try {
    for (const [at, { id, text }] of queries.entries()) {
      signal.throwIfAborted();
      const { hits, fallbacks, usage } = await rank(text, id);
      result.fallbacks.push(...fallbacks);
      result.usage.push(...usage);
      for (const { pmid, score } of hits.slice(0, depth)) run.push({ query: id, document: pmid, score });
      tick(at + 1, queries.length);
    }
  } finally {
    await index.close();
  }
  const fused = ranker === "rrf" ? { fusionK: settings.fusionK } : {};
  const used = isRankBy(ranker) || ranker === "graph" ? settings : fused;
  return { sheet: scoreTrec(judged, run, { measures: MEASURES }), settings: { ...asked, ...used }, ...result, failed: [] };
}

const isRankBy = (ranker: Ranker): ranker is "fusion" | "mix" | "heuristics" =>
  ranker === "fusion" || ranker === "mix" || ranker === "heuristics";

const byGraph = (
  parts: TaskRun["parts"] & Pick<TaskRun, "lexicon">,
  index: LocalIndex,
  settings: BioasqSettings,
  signal: AbortSignal,
): Rank => {
  const graph = compileBioasqGraph({ ...parts, retrievers: [index] });
  return async (text, id) => {
    const { articles, fallbacks, usage } = await graph.invoke(
      { questionId: id, body: text, type: "summary", phase: "A", settings },
      { signal: AbortSignal.any([signal]) },
    );
    return { hits: articles, fallbacks, usage };
  };
};

const bySearches = (
  { embed, crossEncode }: TaskRun["parts"],
  index: LocalIndex,
  { ranker, pool, depth }: Pick<z.infer<typeof Settings>, "ranker" | "pool" | "depth">,
  settings: BioasqSettings,
  signal: AbortSignal,
): Rank => {
  const step = { query: 0, source: "question" } as const;
  return async (text, id) => {
    const searches: Ranking[] = [];
    if (ranker !== "dense")
      searches.push({ ...step, by: "bm25", hits: value(await index.searchWords({ text }, { limit: depth, signal })).hits });
    if (ranker !== "bm25" && !(pool === "bm25" && isRankBy(ranker))) {
      const [vector] = value(await embed([text], { signal, remember: true }));
      if (vector === undefined) throw new Error("The encoder gave no vector.");
      searches.push({ ...step, by: "dense", hits: value(await index.searchVector(vector, { limit: depth, signal })).hits });
    }
    if (ranker === "rrf") {
      const lists = searches.map(({ hits }) => ({ ids: hits.map(({ pmid }) => pmid), weight: 1 }));
      const fused = reciprocalRankFusion(lists, settings.fusionK);
      return { hits: fused.map(({ id: pmid, score }) => ({ pmid, score })), fallbacks: [], usage: [] };
    }
    if (!isRankBy(ranker)) return { hits: searches[0]?.hits ?? [], fallbacks: [], usage: [] };
    const about = { step: "rankCollection", questionId: id, body: text, searches, settings };
    const { rankings, fallbacks } = await rerankSearches({ retrievers: [index], embed, crossEncode }, about, { signal });
    if (fallbacks.length > 0) throw new Error(`Query ${id} was not ranked as asked: ${fallbacks[0]?.reason}`);
    return { hits: rankings[0]?.hits ?? [], fallbacks: [], usage: [] };
  };
};

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is === "ok") return outcome.value;
  throw new Error(`${outcome.is}: ${outcome.detail}`);
};
