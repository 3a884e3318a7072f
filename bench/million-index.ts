import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../clients/env.ts";
import { buildIndex } from "../clients/index/build-index.ts";
import { openIndexFile } from "../clients/index/index-file.ts";
import { fingerprintOf, readArticles } from "../clients/index/read-articles.ts";
import type { IndexEncoder } from "../clients/index/write-vectors.ts";

/** Hits a question (count). */
export const TOP = 100;

/** What a process found: milliseconds a question, hits by question, the most memory it used (MiB). */
export type Searched = { times: number[]; found: Record<string, string[]>; memory: number };

/** How long a build took; not a number where another run had begun it. */
export type Rate = { articles: number; seconds: number; at: string };

/** Build an index where it is not there, and keep how long it took beside it. */
export const built = async (file: string, files: readonly string[], encoder?: () => Promise<IndexEncoder>): Promise<Rate> => {
  const note = `${file}.json`;
  if (existsSync(file) && existsSync(note) && openIndexFile(file).is === "ok") return JSON.parse(readFileSync(note, "utf8"));
  const own = await encoder?.();
  const began = performance.now();
  const outcome = await buildIndex({
    articles: readArticles(files, process.stdin),
    fingerprint: fingerprintOf(files),
    file,
    encoder: own,
  });
  if (outcome.is !== "ok") throw new Error(outcome.detail);
  const { articles, resumed } = outcome.value;
  const seconds = resumed > 0 ? Number.NaN : (performance.now() - began) / 1000; // a part was done by another run
  const rate = { articles, seconds, at: `${new Date().toISOString().slice(0, 16)}, load ${loadavg()[0]?.toFixed(1)}` };
  writeFileSync(note, JSON.stringify(rate));
  return rate;
};

/** Read the questions. */
export const questionsOf = (queries: string): { id: string; text: string }[] =>
  readFileSync(queries, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Search in a process of its own; the questions of `warm` come first and are not counted. */
export const search = (index: string, { queries, warm }: { queries: string; warm: string }, ranker: string): Searched => {
  const worker = join(packageRoot(), "bench", "search-worker.mjs");
  const said = execFileSync(process.execPath, [worker, index, warm, queries, ranker, String(TOP)], {
    maxBuffer: 2 ** 28,
    encoding: "utf8",
  });
  return JSON.parse(said);
};

/** The most memory that the command itself used (MiB). */
export const cliMemory = (index: string, queries: string): number => {
  const tell = "data:text/javascript,process.on('exit',()=>process.stderr.write('most '+process.resourceUsage().maxRSS/1024))";
  const command = [
    "dist/cli/main.js",
    "search",
    "--index",
    index,
    "--queries",
    queries,
    "--ranker",
    "bm25",
    "--top",
    String(TOP),
  ];
  const script = `exec "$0" "$@" 2>&1 >/dev/null`;
  const said = execFileSync("sh", ["-c", script, process.execPath, "--import", tell, ...command, "--quiet"], {
    cwd: packageRoot(),
    encoding: "utf8",
  });
  return Number(/most ([\d.]+)/.exec(said)?.[1]);
};

/** The mean share of the exact hits that were found. */
export const recall = (found: Record<string, string[]>, exact: ReadonlyMap<string, readonly string[]>): number => {
  const shares = [...exact].map(([id, wanted]) => {
    const own = new Set(found[id] ?? []);
    return wanted.length === 0 ? 1 : wanted.filter((pmid) => own.has(pmid)).length / wanted.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
};

/** The value that this share of the values is below. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;
