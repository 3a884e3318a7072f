import { join } from "node:path";
import { z } from "zod";
import { egressFrom, openEgress } from "../clients/egress.ts";
import { readEnv } from "../clients/env.ts";
import { readArticles } from "../clients/index/read-articles.ts";
import type { Deletion } from "../clients/index/stage-articles.ts";
import type { IndexEncoder } from "../clients/index/write-vectors.ts";
import { type LoadReport, loadArticles } from "../clients/opensearch/load-articles.ts";
import { openServer, type Server } from "../clients/opensearch/open-server.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import type { Article } from "../state/article.ts";
import type { Outcome } from "../state/outcome.ts";

/** The environment of the measurement. */
export const env = readEnv();
/** Take the value of an outcome; any other end throws. */
export const value = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value;
};
/** Take what must be set. In: it, its name. A thing that is not set throws. */
export const given = <Text>(text: Text | undefined, name: string): Text => {
  if (text === undefined) throw new Error(`${name} is not set.`);
  return text;
};
/** The server that OPENSEARCH_URL names; it may be filled. */
export const server: Server = value(
  openServer({
    url: given(env.OPENSEARCH_URL, "OPENSEARCH_URL"),
    egress: openEgress({ ...egressFrom(env), dataClass: "public" }),
    deadlineMs: 600_000, // a merge of everything into one segment
  }),
);
/** The encoder that remembers questions. */
export const parts = openLiveParts({ env, rememberVectors: true });
/** Path of a public data set's file. */
export const file = (set: string, name: string): string => join(given(env.EVIGRAPH_DATA, "EVIGRAPH_DATA"), set, name);
/** Read article files. In: files, at most how many records. */
export async function* articlesOf(files: readonly string[], most = Number.POSITIVE_INFINITY): AsyncGenerator<Article | Deletion> {
  let read = 0;
  for await (const record of readArticles(files, process.stdin)) {
    if (++read > most) return;
    yield record;
  }
}
/** Write one row of a Markdown table. */
export const print = (cells: readonly (string | number)[]): void => void process.stdout.write(`| ${cells.join(" | ")} |\n`);
/** Write a share without its leading zero. */
export const fixed = (number: number, digits = 3): string => number.toFixed(digits).replace(/^0\./, ".");

/** Delete an index of this measurement; none is no error. */
export const drop = (name: string) =>
  server.ask({ name: "drop", method: "DELETE", path: `/${name}-000001` }, { reply: z.unknown() });
const Nodes = z.object({
  nodes: z.record(
    z.string(),
    z.object({
      jvm: z.object({ mem: z.object({ heap_used_in_bytes: z.number() }) }),
      process: z.object({ cpu: z.object({ total_in_millis: z.number() }) }),
    }),
  ),
});
/** What all nodes have used of CPU time (ms), and use of heap (bytes). */
export const nodesNow = async () => {
  const path = "/_nodes/stats/jvm,process";
  const { nodes } = value(await server.ask({ name: "nodes", method: "GET", path }, { reply: Nodes }));
  return Object.values(nodes).reduce(
    (all, { jvm, process: { cpu } }) => ({
      cpuMs: all.cpuMs + cpu.total_in_millis,
      heap: all.heap + jvm.mem.heap_used_in_bytes,
    }),
    { cpuMs: 0, heap: 0 },
  );
};

type Loaded = LoadReport & { seconds: number; serverMs: number; loaderMs: number };
/** Load a new index. Out: also the time it took, and the CPU time (ms) of the server and of this process, which other work on the machine does not change much. */
export const load = async (name: string, files: readonly string[], encoder?: IndexEncoder, most?: number): Promise<Loaded> => {
  await drop(name);
  const [began, cpu, before] = [performance.now(), process.cpuUsage(), await nodesNow()];
  const report = value(await loadArticles({ server, name, articles: articlesOf(files, most), encoder }));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  return { ...report, seconds, serverMs: (await nodesNow()).cpuMs - before.cpuMs, loaderMs: (user + system) / 1000 };
};
