import { mergeIndexes } from "../clients/index/merge-indexes.ts";
import { EXIT, type ExitCode, missing } from "./command-fault.ts";
import type { MergeOptions } from "./commands/index.ts";
import { printJson } from "./print-json.ts";
import { startClock } from "./progress.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";

/**
 * Join the parts of a local index.
 *
 * Out: exit code 0 with the counts; 2 for files that are not the parts of one source; 3 for a part that is missing or damaged; 130 when Ctrl-C stopped it.
 */
export const mergeIndexFiles = async (parts: readonly string[], options: MergeOptions): Promise<ExitCode> => {
  const clock = startClock({ total: 0, done: 0, unit: "rows", quiet: options.quiet === true });
  const { signal, release } = stopOnInterrupt(clock);
  let told = Date.now();
  try {
    const merged = await mergeIndexes({
      parts,
      file: options.index,
      signal,
      onProgress: (stage, done) => {
        if (Date.now() - told < 1000) return;
        told = Date.now();
        clock.say(`${stage}: ${done}`);
      },
    });
    clock.end();
    if (merged.is === "cancelled") {
      clock.say(merged.detail);
      return EXIT.stopped;
    }
    if (merged.is !== "ok") throw missing(merged.detail);
    const { articles, vectors } = merged.value;
    if (options.json) printJson({ index: options.index, ...merged.value });
    else
      process.stdout.write(`Written: ${options.index} (${articles} articles and ${vectors} vectors of ${parts.length} parts)\n`);
    return EXIT.done;
  } finally {
    release();
  }
};
