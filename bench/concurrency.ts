/**
 * Measure how many cases a minute go through at --concurrency N, against a server that takes 200 ms a reply and 32 at once. Run on a quiet machine:
 *
 *     npx tsx bench/concurrency.ts [--cases 640]
 *
 * Every role is on the server. The bar is for the encoder's steps switched off; a second line gives the same with them on, without a bar.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { runItems } from "../cli/run-items.ts";
import { packageRoot, readEnv } from "../clients/env.ts";
import { forEveryRole } from "../clients/models/role-table.ts";
import { archehrInput } from "../formats/archehr-case.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { compileArchehrGraph } from "../graphs/archehr.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import { ArchehrSettings } from "../state/settings/archehr.ts";

export type Concurrency = {
  switches: string;
  /** Cases and calls at N = 32. */
  cases: number;
  calls: number;
  /** Cases a second. */
  one: number;
  many: number;
  ratio: number;
  /** What a case takes of this process at N = 32 (milliseconds of CPU, all threads). */
  cpuMs: number;
};

const AT_ONCE = 32;
/** Cases at N = 1: each takes two seconds, and they vary little. */
const CASES_OF_ONE = 8;
/** Cases of which many are run: the same at both, so that they ask for the same. */
const DIFFERENT = 4;
/** Cases before the first is counted: connections are open, and what runs often is compiled. */
const WARMING = 4 * AT_ONCE;
/** Twenty times the places: while the last cases end, places stand empty, and that is counted too. */
export const CASES = 20 * AT_ONCE;

/** Measure throughput (cases a second) at N = 1 and N = 32. In: cases at N = 32 (count), settings, what to call them. Out: both and their ratio. */
export const concurrencyRatio = async (cases: number, settings: ArchehrSettings, switches: string): Promise<Concurrency> => {
  const server = spawn(process.execPath, [join(packageRoot(), "bench", "latency-server.mjs"), "200", String(AT_ONCE)]);
  const [said] = await once(server.stdout, "data");
  const env = readEnv({ folder: "/nowhere", variables: { VLLM_BASE_URL: String(said).trim() } });
  const parts = openLiveParts({ env, roles: forEveryRole("vllm:m"), dataClass: "public" });
  const graph = compileArchehrGraph(parts);
  const demo = readArchehrCases(readFileSync(join(packageRoot(), "data/demo/archehr/archehr-qa.xml"), "utf8"), "demo").cases;
  const quiet = { tick: () => {}, show: () => {}, say: () => {}, end: () => {} };
  let calls = 0;
  let cpuMs = 0;
  const throughput = async (count: number, concurrency: number): Promise<number> => {
    const items = Array.from({ length: count }, (_, at) => ({ ...demo[at % DIFFERENT]!, id: `c${at}` }));
    calls = 0;
    const before = process.cpuUsage();
    const began = performance.now();
    await runItems({
      items,
      concurrency,
      signal: new AbortController().signal,
      run: async (item) => graph.invoke({ ...archehrInput(item), settings } as never),
      ended: ({ usage, fallbacks }) => {
        calls += usage.length;
        const trouble = usage.find(({ outcome }) => outcome !== "ok");
        if (trouble !== undefined) throw new Error(`${trouble.prompt} ended in ${trouble.outcome}: ${JSON.stringify(fallbacks)}`);
      },
      progress: quiet,
    });
    const { user, system } = process.cpuUsage(before); // microseconds
    cpuMs = (user + system) / 1000 / count;
    return (count * 1000) / (performance.now() - began);
  };
  try {
    await throughput(WARMING, AT_ONCE);
    const one = await throughput(CASES_OF_ONE, 1);
    const many = await throughput(cases, AT_ONCE);
    return { switches, cases, calls, one, many, ratio: many / one, cpuMs };
  } finally {
    await parts.encoder.close();
    server.kill();
  }
};

const off = ArchehrSettings.parse({ verifySupport: false });
const on = ArchehrSettings.parse({});

/** Both lines: without and with the encoder. In: cases (count). */
export const concurrencyLines = async (cases: number): Promise<[Concurrency, Concurrency]> => [
  await concurrencyRatio(cases, off, "profile=best, verifySupport=false: no step asks the encoder"),
  await concurrencyRatio(cases, on, "profile=best, verifySupport=true: the check asks the encoder"),
];

if (process.argv[1]?.endsWith("concurrency.ts")) {
  const { values } = parseArgs({ options: { cases: { type: "string" } } });
  for (const { switches, cases, calls, one, many, ratio, cpuMs } of await concurrencyLines(Number(values.cases ?? CASES)))
    console.log(
      `${switches}; ${cases} cases, ${calls} calls: ${one.toFixed(2)} cases/s at N = 1, ${many.toFixed(1)} at N = ${AT_ONCE}: ${(ratio / AT_ONCE).toFixed(3)} x ${AT_ONCE} (bar 0.9 without the encoder); ${cpuMs.toFixed(1)} ms of CPU a case`,
    );
}
