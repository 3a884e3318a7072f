/**
 * Measure what the project promises of its own speed; ratios are taken side by side in one run. Run on a quiet machine: npm run bench
 *
 *     npm run bench -- [--only overhead,checkpoint,embedded,encoder,concurrency,scoring,help]
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MemorySaver } from "@langchain/langgraph";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { modelsDir, packageRoot, readEnv } from "../clients/env.ts";
import { memoryTexts } from "../clients/text-store.ts";
import { archehrInput } from "../formats/archehr-case.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { compileArchehrGraph } from "../graphs/archehr.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import { ROLES } from "../state/roles.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { archehrDeps } from "../test/support/archehr-deps.ts";
import { concurrencyLines } from "./concurrency.ts";
import { encoderRatio } from "./encoder.ts";
import { scoringFiles, scoringTime } from "./scoring.ts";

type Line = { what: string; measured: string; promised: string; holds: boolean };

const cases = readArchehrCases(readFileSync(join(packageRoot(), "data/demo/archehr/archehr-qa.xml"), "utf8"), "demo").cases;
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Time of a whole archehr case whose models answer at once: what the graph itself costs, on one compiled graph as in a run.
 * Each round has texts of its own, so that nothing remembered of an earlier case helps.
 */
const overhead = async (): Promise<Line> => {
  const times: number[] = [];
  const graph = compileArchehrGraph(archehrDeps(atOnce).deps);
  for (let round = 0; round < 70; round++) {
    const demo = cases[round % cases.length]!; // the remainder lies within the list
    const mark = `Copy ${String.fromCharCode(97 + (round % 26), 97 + Math.floor(round / 26))}.`;
    const input = archehrInput({ ...demo, sentences: demo.sentences.map((one) => ({ ...one, text: `${one.text} ${mark}` })) });
    const began = performance.now();
    await graph.invoke(input as never);
    if (round >= 20) times.push(performance.now() - began);
  }
  const ms = median(times);
  return {
    what: "archehr case without model time, median of 50",
    measured: `${ms.toFixed(1)} ms`,
    promised: "<= 25 ms",
    holds: ms <= 25,
  };
};

/** Scripted replies that name the case's own sentences: the second is evidence and is cited. */
const atOnce = {
  "archehr/score-sentences": ({ sentences }: { sentences: { id: string }[] }) =>
    sentences.map(({ id }, at) => ({ id, score: at % 4 === 1 ? 5 : 1 })),
  "archehr/draft-cited-answer": ({ note }: { note: { id: string }[] }) => ({
    sentences: [{ text: "Held.", citations: note.slice(1, 2).map(({ id }) => id) }],
  }),
  "archehr/align-sentence": ({ note, found }: { note: { id: string }[]; found: string[] }) => ({
    evidence_id: found.length > 0 ? [] : note.slice(0, 2).map(({ id }) => id),
  }),
  "archehr/repair-sentence": { text: "", citations: [] },
};

const checkpoint = async (): Promise<Line> => {
  const encoder = openEncoder({ modelsDir: modelsDir(readEnv()) });
  const parts = openLiveParts({
    env: readEnv(),
    roles: extractiveRoles(),
    extractive: ExtractiveSettings.parse({}),
    texts: memoryTexts(),
  });
  let largest = 0;
  for (const one of cases) {
    const saver = new MemorySaver();
    const config = { configurable: { thread_id: one.id } };
    await compileArchehrGraph(parts, saver).invoke(archehrInput(one) as never, config);
    for await (const { checkpoint: kept } of saver.list(config))
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(kept)));
  }
  await parts.encoder.close();
  await encoder.close();
  return {
    what: `largest checkpoint of ${cases.length} demo cases`,
    measured: `${(largest / 1024).toFixed(1)} KB`,
    promised: "<= 64 KB",
    holds: largest <= 64 * 1024,
  };
};

const embeddedOnce = async (): Promise<Line> => {
  const parts = openLiveParts({ env: readEnv(), roles: extractiveRoles(), extractive: ExtractiveSettings.parse({}) });
  const graph = compileArchehrGraph(parts);
  const pass = async (): Promise<number> => {
    const before = parts.encoder.counts().embedded;
    for (const one of cases) await graph.invoke(archehrInput(one) as never);
    return parts.encoder.counts().embedded - before;
  };
  const first = await pass();
  // The same cases ask for the same texts again: what is embedded now was embedded twice.
  const again = await pass();
  const { asked } = parts.encoder.counts();
  await parts.encoder.close();
  return {
    what: `texts embedded for ${cases.length} demo cases, each run twice (asked ${asked})`,
    measured: `${first} embedded, ${again} again`,
    promised: "none again",
    holds: first > 0 && again === 0,
  };
};

const encoderLines = async (): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const lengths of ["abstracts", "mixed"] as const) {
    const { ratio, low, high, texts, rounds } = await encoderRatio(lengths, 120, 7);
    lines.push({
      what: `embedding beside raw onnxruntime-node, ${lengths}, ${texts} texts, ${rounds} interleaved rounds`,
      measured: `${ratio.toFixed(2)} x [${low.toFixed(2)}, ${high.toFixed(2)}]`,
      promised: ">= 0.9 x",
      holds: ratio >= 0.9,
    });
  }
  return lines;
};

const scoring = async (): Promise<Line> => {
  const files = scoringFiles(1000);
  const times = Array.from({ length: 5 }, () => scoringTime(files));
  return {
    what: "scoring 1,000 questions: documents, snippets, exact answers, ROUGE with intervals; median of 5",
    measured: `${(median(times) / 1000).toFixed(2)} s (first ${((times[0] ?? 0) / 1000).toFixed(2)} s)`,
    promised: "<= 5 s",
    holds: (times[0] ?? 0) <= 5000,
  };
};

const concurrency = async (): Promise<Line[]> =>
  (await concurrencyLines(128)).map(({ switches, one, many, ratio }, at) => ({
    what: `cases a second at N = 32 beside N = 1, server of 200 ms and 32 slots; ${switches}`,
    measured: `${many.toFixed(1)} beside ${one.toFixed(2)}: ${(ratio / 32).toFixed(3)} x 32`,
    promised: at === 0 ? ">= 0.9 x 32" : "no bar",
    holds: at > 0 || ratio >= 0.9 * 32,
  }));

const help = async (): Promise<Line> => {
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    execFileSync(process.execPath, ["dist/cli/main.js", "--help"], { stdio: "ignore" });
    return performance.now() - began;
  });
  return {
    what: "evigraph --help, median of 9 starts",
    measured: `${median(times).toFixed(0)} ms`,
    promised: "<= 400 ms",
    holds: median(times) <= 400,
  };
};

const extractiveRoles = () => {
  const named = Object.fromEntries(ROLES.map((role) => [role, ["extractive"]]));
  return {
    interpret: ["extractive"],
    score: ["extractive"],
    draft: ["extractive"],
    align: ["extractive"],
    expand: ["extractive"],
    answer: ["extractive"],
    verify: ["extractive"],
    ...named,
  };
};

const BENCHES: Record<string, () => Promise<Line | Line[]>> = {
  overhead,
  checkpoint,
  embedded: embeddedOnce,
  encoder: encoderLines,
  concurrency,
  scoring,
  help,
};
const { values } = parseArgs({ options: { only: { type: "string" } } });
const wanted = values.only?.split(",") ?? Object.keys(BENCHES);
let failed = 0;
for (const name of wanted) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`There is no bench ${name}; known: ${Object.keys(BENCHES).join(", ")}.`);
  for (const line of [await bench()].flat()) {
    if (!line.holds) failed++;
    console.log(`${line.holds ? "ok  " : "MISS"}  ${line.what}: ${line.measured} (${line.promised})`);
  }
}
if (failed > 0) process.exitCode = 1;
