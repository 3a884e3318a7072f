/** Measure what the reader of notes costs on the demo notes. Run on a quiet machine: npm run bench -- --only reading */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { modelsDir, packageRoot, readEnv } from "../clients/env.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import type { Outcome } from "../state/outcome.ts";
import { median } from "./line.ts";

export type NoteReading = { readings: number; ms: number; slowestMs: number; coreMs: number; moreMiB: number };

/** Read each demo note by the patient's message and by the clinician's question, one after the other, with one thread. Out: time and processor time a reading (milliseconds), and what the process grew by over all of them (MiB), the encoder being loaded before. */
export const noteReading = async (): Promise<NoteReading> => {
  const { cases } = readArchehrCases(readFileSync(join(packageRoot(), "data/demo/archehr/archehr-qa.xml"), "utf8"), "demo");
  const encoder = openEncoder({ modelsDir: modelsDir(readEnv()), threads: 1 });
  try {
    valueIn(await encoder.embed(cases.map(({ narrative }) => narrative)));
    const before = process.memoryUsage().rss;
    valueIn(await encoder.reader.read("Why was it held?", ["It was held for bleeding."])); // loads the weights
    const [times, began] = [[] as number[], process.cpuUsage()];
    for (const { narrative, clinicianQuestion, sentences } of cases)
      for (const question of [narrative, clinicianQuestion ?? ""]) {
        const from = performance.now();
        const texts = sentences.map(({ text }) => text);
        valueIn(await encoder.reader.read(question, texts));
        times.push(performance.now() - from);
      }
    const { user, system } = process.cpuUsage(began);
    return {
      readings: times.length,
      ms: median(times),
      slowestMs: Math.max(...times),
      coreMs: (user + system) / 1000 / times.length,
      moreMiB: (process.memoryUsage().rss - before) / 2 ** 20,
    };
  } finally {
    await encoder.close();
  }
};

const valueIn = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.is !== "ok") throw new Error(outcome.detail);
  return outcome.value;
};
