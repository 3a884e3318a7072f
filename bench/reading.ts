/** Measure what the reader of notes costs: seconds a note and wording, and memory of the process. Run on a quiet machine: npm run bench -- --only reading */
import { readFileSync } from "node:fs";
import { openReader } from "../clients/encoder/open-reader.ts";
import { modelsDir, readEnv } from "../clients/env.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { type Line, median } from "./line.ts";

const DEMO = "data/demo/archehr/archehr-qa.xml";
const LONG = { words: 20_000, most: 60 };

const mebibytes = (): number => process.memoryUsage().rss / 2 ** 20;

/** Read the demo's notes, then one of 20,000 words that repeats them. Out: a line each, and one of memory. */
export const readingLines = async (): Promise<Line[]> => {
  const { cases } = readArchehrCases(readFileSync(DEMO, "utf8"), DEMO);
  const notes = cases.map(({ narrative, sentences }) => ({ question: narrative, sentences: sentences.map(({ text }) => text) }));
  const reader = openReader({ modelsDir: modelsDir(readEnv()), threads: 1, recent: 0 });
  const read = async (question: string, sentences: readonly string[]): Promise<number> => {
    const began = performance.now();
    const outcome = await reader.read(question, sentences);
    if (outcome.is !== "ok") throw new Error(outcome.detail);
    return (performance.now() - began) / 1000;
  };
  try {
    const before = mebibytes();
    await read("Why?", ["She was well."]); // loads the weights
    const loaded = mebibytes() - before;
    const times: number[] = [];
    for (const { question, sentences } of notes) times.push(await read(question, sentences));
    const all = notes.flatMap(({ sentences }) => sentences);
    const long: string[] = [];
    let words = 0;
    for (let at = 0; words < LONG.words; at++) {
      const sentence = all[at % all.length] ?? "";
      long.push(sentence);
      words += sentence.split(/\s+/u).length;
    }
    const seconds = await read(notes[0]?.question ?? "", long);
    const sizes = notes.map(({ sentences }) => sentences.length);
    return [
      {
        what: `reading a demo note by the patient's message, one thread, ${notes.length} notes of ${Math.min(...sizes)} to ${Math.max(...sizes)} sentences`,
        measured: `median ${median(times).toFixed(2)} s, slowest ${Math.max(...times).toFixed(2)} s`,
        promised: "no bar",
        holds: true,
      },
      {
        what: `reading a note of ${words} words in ${long.length} sentences, one thread`,
        measured: `${seconds.toFixed(1)} s`,
        promised: `<= ${LONG.most} s`,
        holds: seconds <= LONG.most,
      },
      {
        what: "memory that the reader's thread takes when loaded",
        measured: `${loaded.toFixed(0)} MiB`,
        promised: "no bar",
        holds: true,
      },
    ];
  } finally {
    await reader.close();
  }
};
