import { shardOf } from "../clients/index/shard-of.ts";
import { EXIT, type ExitCode, missing } from "./command-fault.ts";
import type { IndexOptions } from "./commands/index.ts";
import { localIndex } from "./open-retrievers.ts";
import { printJson } from "./print-json.ts";

/** Count or check what an index holds. Out: exit code 0, or 3 when a check fails. */
export const checkIndexFile = async (what: "stats" | "verify", { index, json }: IndexOptions): Promise<ExitCode> => {
  const opened = localIndex(index);
  try {
    if (what === "stats") {
      const stats = opened.stats();
      if (stats.is !== "ok") throw missing(stats.detail);
      const shown = { ...stats.value, shard: shardOf(stats.value.file) ?? null };
      if (json) printJson(shown);
      else
        process.stdout.write(
          `${Object.entries(shown)
            .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
            .join("\n")}\n`,
        );
      return EXIT.done;
    }
    const checks = opened.verify();
    if (checks.is !== "ok") throw missing(checks.detail);
    const sound = checks.value.every(({ ok }) => ok);
    if (json) printJson({ sound, checks: checks.value });
    else
      process.stdout.write(
        `${checks.value.map(({ ok, name, detail }) => `${ok ? "ok    " : "FAILED"}  ${name}: ${detail}`).join("\n")}\n`,
      );
    return sound ? EXIT.done : EXIT.missing;
  } finally {
    await opened.close();
  }
};
