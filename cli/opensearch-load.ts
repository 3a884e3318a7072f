import { readEnv, withEncoder } from "../clients/env.ts";
import { readArticles } from "../clients/index/read-articles.ts";
import { isOfShard } from "../clients/index/shard.ts";
import type { Deletion } from "../clients/index/stage-articles.ts";
import { loadArticles } from "../clients/opensearch/load-articles.ts";
import type { Article } from "../state/article.ts";
import { EXIT, type ExitCode, missing, wrong } from "./command-fault.ts";
import type { BuildOptions } from "./commands/index.ts";
import { indexEncoder } from "./index-encoder.ts";
import { opensearchServer, publicEgress } from "./opensearch-index.ts";
import { printJson } from "./print-json.ts";
import { duration, startClock } from "./progress.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";
import { tell } from "./visible-text.ts";

const MOST_SHOWN = 20;

/**
 * Load article files into an index of the server that OPENSEARCH_URL names.
 *
 * In: the options; several processes may load at once, each with its own --shard. Out: exit code 0 with the counts; 1 when the index cannot hold some articles, which are listed; 2 for a file that cannot be used;
 * 3 for missing weights, a server that stayed away, or an index that does not fit; 130 when Ctrl-C stopped it (the same command goes on).
 */
export const loadOpensearch = async (options: BuildOptions & { opensearch: string }): Promise<ExitCode> => {
  const env = withEncoder(readEnv(), options.encoder);
  const server = await opensearchServer({ env, egress: publicEgress(env), dataClass: "public", offline: options.offline });
  const encoder = indexEncoder(options, env);
  const clock = startClock({ total: 0, done: 0, unit: "articles", quiet: options.quiet === true });
  const { signal, release } = stopOnInterrupt(clock);
  let told = Date.now();
  try {
    const loaded = await loadArticles({
      server,
      name: options.opensearch,
      articles: ofShard(readArticles(options.articles, process.stdin), options.shard),
      encoder,
      shards: options.primaries,
      signal,
      onWait: (reason, ms) => ms >= TELL_MS && clock.say(`Waiting ${duration(ms)}: ${reason}`),
      onProgress: ({ read, written, kept }) => {
        if (Date.now() - told < TELL_MS) return;
        told = Date.now();
        clock.say(`${read} records read, ${written} articles written, ${kept} were there already`);
      },
    });
    clock.end();
    if (loaded.is === "cancelled") {
      clock.say(loaded.detail);
      return EXIT.stopped;
    }
    if (loaded.is !== "ok") throw missing(loaded.detail);
    const { refused, articles, read, written, kept, deleted } = loaded.value;
    if (read === 0 && options.shard === undefined) throw wrong("--articles: the files hold no article.");
    if (options.json) printJson({ opensearch: options.opensearch, ...loaded.value });
    else
      process.stdout.write(
        `Loaded into ${options.opensearch} on ${server.host}: ${written} articles written, ${kept} were there already, ${deleted} deletions, from ${read} records; the index holds ${articles}.\n`,
      );
    if (refused.length === 0) return EXIT.done;
    for (const { pmid, reason } of refused.slice(0, MOST_SHOWN)) tell(`Not loaded: ${pmid.slice(0, 40)}: ${reason}`);
    process.stderr.write(`${refused.length} articles were not loaded.\n`);
    return EXIT.someFailed;
  } finally {
    release();
    await server.close();
    await encoder?.close();
  }
};

async function* ofShard(
  records: AsyncIterable<Article | Deletion>,
  shard: BuildOptions["shard"],
): AsyncGenerator<Article | Deletion> {
  for await (const record of records)
    if (shard === undefined || isOfShard("deleted" in record ? record.deleted : record.pmid, shard)) yield record;
}

/** Progress is told at most so often, and a wait that is at least so long (milliseconds). */
const TELL_MS = 1000;
