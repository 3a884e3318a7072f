/**
 * Compare the encoder with raw onnxruntime-node on the same token ids, called the same way: one text a call, as many single-thread
 * sessions, longest first. The encoder's time includes tokenizing, pooling and the way between threads; the raw time is the model alone.
 *
 *     npx tsx bench/encoder.ts [--texts 200] [--rounds 7]
 *
 * Rounds are interleaved and alternate in order; the ratio is raw time over the encoder's time, so 1 is as fast as raw.
 */
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { AutoTokenizer, env } from "@huggingface/transformers";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { modelsDir, readEnv } from "../clients/env.ts";

export type EncoderRatio = {
  lengths: string;
  texts: number;
  meanTokens: number;
  rounds: number;
  ratio: number;
  low: number;
  high: number;
};

const THREADS = 2;
const WORDS =
  "patient fever sodium potassium creatinine oedema dyspnoea metoprolol heparin insulin fracture biopsy lesion stable discharge daily \
after before without history of the and with was in for received improved worsened during admission chest abdomen left right mild severe \
randomised trial placebo outcome mortality hazard ratio interval dose receptor pathway expression mutation cohort".split(/\s+/);

/** Measure one kind of text. In: texts a round (count), rounds (count). Out: median ratio with the lowest and highest round. */
export async function encoderRatio(lengths: "abstracts" | "mixed", texts: number, rounds: number): Promise<EncoderRatio> {
  const models = modelsDir(readEnv());
  const encoder = openEncoder({ modelsDir: models, threads: THREADS, recent: 0 });
  const checked = encoder.check();
  if (checked.is !== "ok") throw new Error(checked.detail);
  env.allowRemoteModels = false;
  env.localModelPath = models;
  const tokenizer = await AutoTokenizer.from_pretrained(encoder.model);
  const list = someTexts(lengths, texts);
  const ids = list.map((text) => tokenizer.encode(text).slice(0, checked.value.maxTokens)).sort((a, b) => b.length - a.length);
  const workers = await Promise.all(Array.from({ length: THREADS }, () => rawWorker(checked.value.weights)));

  const ours = async () => {
    const outcome = await encoder.embed(list);
    if (outcome.is !== "ok") throw new Error(outcome.detail);
  };
  const raw = () => runRaw(workers, ids);
  const warm = [ours, raw];
  for (const run of warm) await run();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? ours : raw;
    const a = await time(first);
    const b = await time(first === ours ? raw : ours);
    ratios.push(first === ours ? b / a : a / b);
  }
  await encoder.close();
  await Promise.all(workers.map((worker) => worker.terminate()));
  ratios.sort((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor(share * (ratios.length - 1))] ?? Number.NaN;
  const meanTokens = ids.reduce((sum, list) => sum + list.length, 0) / ids.length;
  return { lengths, texts, meanTokens, rounds, ratio: at(0.5), low: at(0), high: at(1) };
}

async function rawWorker(weights: string): Promise<Worker> {
  const worker = new Worker(new URL("./raw-onnx-worker.mjs", import.meta.url), { workerData: { weights }, execArgv: [] });
  await once(worker, "message");
  return worker;
}

async function runRaw(workers: readonly Worker[], ids: readonly number[][]): Promise<void> {
  let next = 0;
  const feed = async (worker: Worker) => {
    for (let mine = ids[next++]; mine !== undefined; mine = ids[next++]) {
      worker.postMessage({ ids: mine });
      await once(worker, "message");
    }
  };
  await Promise.all(workers.map(feed));
}

async function time(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Write texts of natural words in no order: abstracts of about 240 tokens, or of mixed lengths. In: kind, count. Out: the same texts on every machine. */
export function someTexts(lengths: "abstracts" | "mixed", count: number): string[] {
  const random = numbers(11);
  return Array.from({ length: count }, () =>
    someText(lengths === "abstracts" ? 190 : 10 + Math.floor(random() ** 2 * 200), random),
  );
}

function someText(words: number, random: () => number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
}

// Park-Miller: the same texts on every machine.
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { texts: { type: "string", default: "200" }, rounds: { type: "string", default: "7" } },
  });
  for (const lengths of ["abstracts", "mixed"] as const) {
    const { ratio, low, high, meanTokens } = await encoderRatio(lengths, Number(values.texts), Number(values.rounds));
    const range = `${low.toFixed(2)}-${high.toFixed(2)}`;
    console.log(
      `${lengths}: ${ratio.toFixed(2)} x raw onnxruntime-node [${range}], ${values.texts} texts of ${meanTokens.toFixed(0)} tokens`,
    );
  }
}
