import { readEnv, withEncoder } from "../clients/env.ts";
import { buildIndex } from "../clients/index/build-index.ts";
import { fingerprintOf, readArticles } from "../clients/index/read-articles.ts";
import { EXIT, type ExitCode, missing, wrong } from "./command-fault.ts";
import type { BuildOptions } from "./commands/index.ts";
import { indexEncoder } from "./index-encoder.ts";
import { printJson } from "./print-json.ts";
import { startClock } from "./progress.ts";
import { refuseIdle } from "./refuse-idle.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";
import { tellTruncated } from "./tell-truncated.ts";

/**
 * Build a local index from article files, or load one on an OpenSearch server.
 *
 * Out: exit code 0 with the counts; 2 for a file that cannot be used; 3 for missing weights; 130 when Ctrl-C stopped it (the same command goes on).
 */
export const buildIndexFile = async (options: BuildOptions): Promise<ExitCode> => {
  const { opensearch } = options;
  if ((options.out === undefined) === (opensearch === undefined))
    throw wrong("index build: give one of --out FILE and --opensearch NAME.");
  if (opensearch === undefined) refuseIdle("index build", "without --opensearch", { "--primaries": options.primaries });
  if (!options.vectors) refuseIdle("index build", "with --no-vectors", { "--encoder": options.encoder });
  if (opensearch !== undefined) return (await import("./opensearch-load.ts")).loadOpensearch({ ...options, opensearch });
  if (options.out === undefined) throw wrong("index build: --out FILE is missing.");
  const encoder = indexEncoder(options, withEncoder(readEnv(), options.encoder));
  const clock = startClock({ total: 0, done: 0, unit: "articles", quiet: options.quiet === true });
  const { signal, release } = stopOnInterrupt(clock);
  let told = Date.now();
  try {
    const built = await buildIndex({
      articles: readArticles(options.articles, process.stdin),
      fingerprint: fingerprintOf(options.articles),
      file: options.out,
      shard: options.shard,
      encoder,
      signal,
      onProgress: ({ stage, done, of }) => {
        if (Date.now() - told < 1000) return;
        told = Date.now();
        clock.say(`${stage}: ${done}${of === undefined ? "" : ` of ${of}`}`);
      },
    });
    clock.end();
    if (built.is === "ok") {
      const { articles, read, vectors, truncated, resumed } = built.value;
      tellTruncated({ truncated: () => truncated ?? 0 }, options);
      if (options.json) printJson({ index: options.out, ...built.value });
      else
        process.stdout.write(
          `Written: ${options.out} (${articles} articles from ${read} records, ${vectors} vectors${resumed > 0 ? `, ${resumed} records taken over from a stopped build` : ""})\n`,
        );
      return EXIT.done;
    }
    if (built.is === "cancelled") {
      clock.say(built.detail);
      return EXIT.stopped;
    }
    throw built.is === "empty" ? wrong(built.detail) : missing(built.detail);
  } finally {
    release();
    await encoder?.close();
  }
};
