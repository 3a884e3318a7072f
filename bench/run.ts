/**
 * Measure what the project promises of its own speed; ratios are taken side by side in one run. Run on a quiet machine: npm run bench
 *
 *     npm run bench -- [--only overhead,checkpoint,embedded,encoder,rerank,cross,reading,memory,phaseA,concurrency,scoring,help,million]
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { checkpoint, embeddedOnce, overhead } from "./archehr-case.ts";
import { CASES, concurrencyLines } from "./concurrency.ts";
import { crossEncodingCost } from "./cross-encoding.ts";
import { encoderRatio } from "./encoder.ts";
import { type Line, median } from "./line.ts";
import { millionLines } from "./million.ts";
import { noteReading } from "./note-reading.ts";
import { phaseA } from "./phase-a.ts";
import { memoryOf, rerankingCost } from "./reranking.ts";
import { scoringFiles, scoringTime } from "./scoring.ts";

const encoderLines = async (): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const lengths of ["abstracts", "mixed"] as const) {
    const { ratio, low, high, texts, rounds } = await encoderRatio(lengths, 120, 7);
    lines.push({
      what: `embedding beside raw onnxruntime-node, ${lengths}, ${texts} texts, ${rounds} interleaved rounds`,
      measured: `${ratio.toFixed(2)} x [${low.toFixed(2)}, ${high.toFixed(2)}]`,
      promised: ">= 0.95 x",
      holds: ratio >= 0.95,
    });
  }
  return lines;
};

const rerank = async (): Promise<Line[]> => {
  const { articles, rounds, embedMs, moreMs, lagP99Ms } = await rerankingCost(100);
  return [
    {
      what: `reranking ${articles} indexed articles by the bi-encoder beside one embedding of the question (${embedMs.toFixed(1)} ms), median of ${rounds}`,
      measured: `${moreMs.toFixed(1)} ms more`,
      promised: "<= 5 ms more",
      holds: moreMs <= 5,
    },
    {
      what: `delay of the event loop over ${rounds} whole reranks, 99th percentile`,
      measured: `${lagP99Ms.toFixed(1)} ms`,
      promised: "< 20 ms",
      holds: lagP99Ms < 20,
    },
  ];
};

const cross = async (): Promise<Line> => {
  const { seconds, characters } = await crossEncodingCost(100, 7);
  return {
    what: `100 candidates of ${characters.toFixed(0)} characters on average read by the cross-encoder, median of 7`,
    measured: `${seconds.toFixed(2)} s`,
    promised: "<= 2.5 s on two cores",
    holds: seconds <= 2.5,
  };
};

const reading = async (): Promise<Line> => {
  const { readings, ms, slowestMs, coreMs, moreMiB } = await noteReading();
  return {
    what: `a demo note read for one wording by the reader of notes, one thread, median of ${readings} (slowest ${slowestMs.toFixed(0)} ms; ${coreMs.toFixed(0)} ms of a core each; memory ${moreMiB.toFixed(0)} MiB more)`,
    measured: `${ms.toFixed(0)} ms`,
    promised: "<= 500 ms",
    holds: ms <= 500,
  };
};

const memory = async (): Promise<Line> => {
  const { texts, early, late } = await memoryOf(10_000);
  return {
    what: `memory of the process after ${texts} texts beside after 1,000`,
    measured: `${late.toFixed(0)} beside ${early.toFixed(0)} MiB`,
    promised: "flat: at most 10 % more",
    holds: late <= 1.1 * early,
  };
};

const phase = async (): Promise<Line> => {
  const { questions, documents, secondsEach, slowest, embeddedEach } = await phaseA(100);
  return {
    what: `phase A on ${documents} documents, ${questions} questions, ${embeddedEach.toFixed(1)} texts embedded each, slowest ${slowest.toFixed(2)} s`,
    measured: `${secondsEach.toFixed(2)} s a question`,
    promised: "<= 1.0 s",
    holds: secondsEach <= 1,
  };
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
  (await concurrencyLines(CASES)).map(({ switches, one, many, ratio }, at) => ({
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

const BENCHES: Record<string, () => Promise<Line | Line[]>> = {
  overhead,
  checkpoint,
  embedded: embeddedOnce,
  encoder: encoderLines,
  rerank,
  cross,
  reading,
  memory,
  phaseA: phase,
  concurrency,
  scoring,
  help,
  million: async () => {
    const lines: Line[] = [];
    for await (const line of millionLines()) lines.push(line);
    return lines;
  },
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
