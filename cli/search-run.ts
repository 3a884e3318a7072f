import { writeFileSync } from "node:fs";
import { z } from "zod";
import type { Retriever } from "../clients/retriever.ts";
import { readQueryLines } from "../formats/query-lines.ts";
import { writeTrecRun } from "../formats/trec-run.ts";
import { compileBioasqGraph } from "../graphs/bioasq.ts";
import type { Lexicon } from "../retrieval/lexicon.ts";
import { reciprocalRankFusion } from "../retrieval/reciprocal-rank-fusion.ts";
import { BioasqState } from "../state/bioasq.ts";
import type { Failure, Outcome } from "../state/outcome.ts";
import { BioasqSettings } from "../state/settings/bioasq.ts";
import { chooseItems } from "./choose-items.ts";
import { EXIT, type ExitCode, missing, wrong } from "./command-fault.ts";
import type { SearchOptions } from "./commands/search.ts";
import { localIndex, warnOfPart } from "./open-retrievers.ts";
import { type OpenedRun, openRun } from "./open-run.ts";
import { opensearchIndex } from "./opensearch-index.ts";
import { printJson } from "./print-json.ts";
import { startClock } from "./progress.ts";
import { readInput } from "./read-input.ts";
import { readSettings, settingsOf } from "./read-settings.ts";
import { refuseIdle } from "./refuse-idle.ts";
import { runItems } from "./run-items.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";
import { streamGraph } from "./stream-graph.ts";
import { tellNotice } from "./tell-notice.ts";
import { tellTruncated } from "./tell-truncated.ts";
import { useLexicon } from "./use-lexicon.ts";
import { say } from "./visible-text.ts";

type Hit = { pmid: string; score: number };
type Rank = (text: string, id: string, signal: AbortSignal) => Promise<Hit[]>;

/**
 * Rank the articles of an index for one query or a file of queries.
 *
 * Out: exit code; hits on stdout (for many queries the number of hits), a TREC run in --run. rerank is the profile's whole retrieval.
 */
export const runSearch = async (options: SearchOptions): Promise<ExitCode> => {
  if ((options.query === undefined) === (options.queries === undefined))
    throw wrong("search: give one of --query TEXT or --queries FILE.");
  const all =
    options.queries === undefined
      ? [{ id: "query", text: options.query ?? "" }]
      : readQueryLines(readInput(options.queries, "--queries"), options.queries);
  if (options.query !== undefined && options.query.trim() === "") throw wrong("search: --query is empty.");
  if (all.length === 0) throw wrong(`--queries ${options.queries}: the file holds no query.`);
  const queries = chooseItems(all, options, "query");
  if ((options.index === undefined) === (options.opensearch === undefined))
    throw wrong("search: give one of --index FILE or --opensearch NAME.");
  if (options.ranker !== "rerank")
    refuseIdle("search", `with --ranker ${options.ranker}`, { "--cross-encoder": options.crossEncoder });
  if (options.ranker !== "rerank" && options.opensearch === undefined)
    refuseIdle("search", `with --ranker ${options.ranker} on a local index, which makes no call`, {
      "--record": options.record,
      "--replay": options.replay,
    });
  const opened = openRun(
    {
      set: [],
      model: [],
      allowHost: options.allowHost,
      concurrency: options.concurrency,
      quiet: true,
      ...(options.profile === undefined ? {} : { profile: options.profile }),
      ...(options.encoder === undefined ? {} : { encoder: options.encoder }),
      ...(options.crossEncoder === undefined ? {} : { crossEncoder: options.crossEncoder }),
      ...(options.offline === true ? { offline: true } : {}),
      ...(options.record === undefined ? {} : { record: options.record }),
      ...(options.replay === undefined ? {} : { replay: options.replay }),
    },
    options.class ?? (options.opensearch === undefined ? "phi" : "public"),
  );
  const encoder = options.ranker === "bm25" ? undefined : opened.parts.encoder;
  const index =
    options.opensearch === undefined
      ? localIndex(options.index, { encoder })
      : await opensearchIndex(options.opensearch, { ...opened, encoder, offline: options.offline });
  if (options.index !== undefined) warnOfPart(options.index);
  const lexicon = options.lexicon === undefined ? undefined : useLexicon(options.lexicon);
  const rank = ranker(options, index, opened, lexicon?.find);
  const clock = startClock({
    total: queries.length,
    done: 0,
    unit: "queries",
    quiet: options.quiet === true || queries.length === 1,
  });
  const { signal, release } = stopOnInterrupt(clock);
  const found = new Map<string, Hit[]>();
  try {
    await runItems({
      items: queries,
      concurrency: options.concurrency,
      signal,
      progress: clock,
      run: async ({ id, text }, itemSignal) => ({ id, hits: (await rank(text, id, itemSignal)).slice(0, options.top) }),
      ended: ({ id, hits }) => void found.set(id, hits),
    });
    clock.end();
    if (signal.aborted) return EXIT.stopped;
    await show(
      options,
      index,
      queries.map(({ id }) => ({ query: id, hits: found.get(id) ?? [] })),
    );
    tellNotice();
    return EXIT.done;
  } finally {
    release();
    lexicon?.close();
    tellTruncated(opened.parts.encoder, options);
    await index.close();
    await opened.parts.encoder.close();
    await opened.parts.crossEncoder?.close();
  }
};

const ranker = (options: SearchOptions, index: Required<Retriever>, opened: OpenedRun, lexicon: Lexicon | undefined): Rank => {
  const { embed } = opened.parts;
  const words: Rank = async (text, _id, signal) => value(await index.searchWords({ text }, { limit: options.top, signal })).hits;
  const dense: Rank = async (text, _id, signal) => {
    const [vector] = value(await embed([text], { signal }));
    return vector === undefined ? [] : value(await index.searchVector(vector, { limit: options.top, signal })).hits;
  };
  // Read whatever the ranker, so that a wrong name is told.
  const settings = readSettings(BioasqSettings, settingsOf(BioasqSettings), {
    profile: options.profile,
    set: [
      `candidates=${Math.min(1000, Math.max(10, options.top))}`,
      `crossEncoderFirst=${Math.min(1000, options.top)}`,
      ...options.set,
    ],
  });
  if (options.ranker === "bm25") return words;
  if (options.ranker === "dense") return dense;
  if (options.ranker === "hybrid") {
    return async (text, id, signal) => {
      const lists = [await words(text, id, signal), await dense(text, id, signal)];
      const fused = reciprocalRankFusion(
        lists.map((hits) => ({ ids: hits.map(({ pmid }) => pmid), weight: 1 })),
        settings.fusionK,
      );
      return fused.map(({ id: pmid, score }) => ({ pmid, score }));
    };
  }
  const graph = compileBioasqGraph({ ...opened.parts, retrievers: [index], lexicon });
  return async (text, id, signal) => {
    const { values, failed } = await streamGraph(
      graph,
      { questionId: id, body: text, type: "summary", phase: "A", settings },
      { signal, show: () => undefined },
    );
    if (failed !== undefined) throw missing(failed.message);
    return z
      .object({ articles: BioasqState.fields.articles })
      .parse(values)
      .articles.map(({ pmid, score }) => ({ pmid, score }));
  };
};

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is === "ok") return outcome.value;
  const failed: Failure = outcome;
  throw missing(`${failed.is}: ${failed.detail}`);
};

const show = async (
  options: SearchOptions,
  index: Required<Retriever>,
  rankings: readonly { query: string; hits: Hit[] }[],
): Promise<void> => {
  if (options.run !== undefined) {
    const run = new Map(rankings.map(({ query, hits }) => [query, hits.map(({ pmid, score }) => ({ document: pmid, score }))]));
    writeFileSync(options.run, writeTrecRun(run, `evigraph-${options.ranker}`));
  }
  if (options.json) {
    printJson(rankings);
    return;
  }
  if (options.query === undefined) {
    const hits = rankings.reduce((sum, ranking) => sum + ranking.hits.length, 0);
    process.stdout.write(
      `${rankings.length} queries, ${hits} hits${options.run === undefined ? "" : `; written: ${options.run}`}\n`,
    );
    return;
  }
  const hits = rankings[0]?.hits ?? [];
  const articles = new Map(value(await index.read(hits.map(({ pmid }) => pmid))).map((article) => [article.pmid, article.title]));
  const lines = hits.map(
    ({ pmid, score }, at) => `${String(at + 1).padStart(3)}  ${pmid}  ${score.toFixed(4)}  ${articles.get(pmid) ?? ""}`,
  );
  say(...(lines.length === 0 ? ["No article matches."] : lines));
};
