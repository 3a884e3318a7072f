/**
 * Measure how many cases a minute go through at --concurrency N, against a server that takes 200 ms a reply and 32 at once. Run on a quiet machine:
 *
 *     npx tsx bench/concurrency.ts [--cases 128]
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

export type Concurrency = { switches: string; cases: number; calls: number; one: number; many: number; ratio: number };

const AT_ONCE = 32;
/** Cases at N = 1: each takes a second, and they vary little. */
const CASES_OF_ONE = 4;

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
  const throughput = async (count: number, concurrency: number): Promise<number> => {
    // The same cases in the same order at both, so that they ask for the same.
    const items = Array.from({ length: count }, (_, at) => ({ ...demo[at % CASES_OF_ONE]!, id: `c${at}` }));
    calls = 0;
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
    return (count * 1000) / (performance.now() - began);
  };
  try {
    await throughput(AT_ONCE, AT_ONCE); // libraries are loaded, connections are open, code is compiled
    const one = await throughput(CASES_OF_ONE, 1);
    const many = await throughput(cases, AT_ONCE);
    return { switches, cases, calls, one, many, ratio: many / one };
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
  for (const { switches, cases, calls, one, many, ratio } of await concurrencyLines(Number(values.cases ?? 128)))
    console.log(
      `${switches}; ${cases} cases, ${calls} calls: ${one.toFixed(2)} cases/s at N = 1, ${many.toFixed(1)} at N = ${AT_ONCE}: ${(ratio / AT_ONCE).toFixed(3)} x ${AT_ONCE} (bar 0.9 without the encoder)`,
    );
}
