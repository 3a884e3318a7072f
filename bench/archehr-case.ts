import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph/web";
import Database from "better-sqlite3";
import { openCheckpoints } from "../cli/open-checkpoints.ts";
import { packageRoot, readEnv } from "../clients/env.ts";
import { memoryTexts } from "../clients/text-store.ts";
import { archehrInput } from "../formats/archehr-case.ts";
import { readArchehrCases } from "../formats/archehr-xml.ts";
import { compileArchehrGraph } from "../graphs/archehr.ts";
import { openLiveParts } from "../graphs/live-parts.ts";
import { archehrDeps } from "../test/support/archehr-deps.ts";
import { type Line, median } from "./line.ts";

const cases = readArchehrCases(readFileSync(join(packageRoot(), "data/demo/archehr/archehr-qa.xml"), "utf8"), "demo").cases;

/**
 * Time of a whole archehr case whose models answer at once: what the graph itself costs, on one compiled graph as in a run.
 * Each round has texts of its own, so that nothing remembered of an earlier case helps.
 */
export const overhead = async (): Promise<Line> => {
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

/** Size of the largest checkpoint of the demo cases, as JSON, and of all rows of a case that stay in the file of `--checkpoint`. */
export const checkpoint = async (): Promise<Line> => {
  const parts = openLiveParts({
    env: readEnv(),
    texts: memoryTexts(),
  });
  const folder = mkdtempSync(join(tmpdir(), "evigraph-bench-"));
  const file = join(folder, "checkpoints.db");
  const kept = await openCheckpoints(file, false);
  const inFile = compileArchehrGraph(parts, kept?.saver);
  let largest = 0;
  for (const one of cases) {
    const saver = new MemorySaver();
    const config = { configurable: { thread_id: one.id } };
    await compileArchehrGraph(parts, saver).invoke(archehrInput(one) as never, config);
    for await (const { checkpoint: kept } of saver.list(config))
      largest = Math.max(largest, Buffer.byteLength(JSON.stringify(kept)));
    await inFile.invoke(archehrInput(one) as never, { ...config, durability: "sync" });
  }
  kept?.close();
  const rows = mostRows(file);
  rmSync(folder, { recursive: true });
  await parts.encoder.close();
  return {
    what: `largest checkpoint of ${cases.length} demo cases; all rows of a case in the file`,
    measured: `${(largest / 1024).toFixed(1)} KB; ${(rows / 1024).toFixed(1)} KB`,
    promised: "<= 64 KB",
    holds: largest <= 64 * 1024 && rows > 0 && rows <= 64 * 1024,
  };
};

/** The most that the rows of one thread take in a file of checkpoints (bytes). */
const mostRows = (file: string): number => {
  const database = new Database(file, { readonly: true });
  const most = database
    .prepare<[], number>(
      `SELECT max(bytes) FROM (SELECT sum(bytes) AS bytes FROM (
         SELECT thread_id, length(checkpoint) + length(metadata) AS bytes FROM checkpoints
         UNION ALL SELECT thread_id, length(value) FROM writes) GROUP BY thread_id)`,
    )
    .pluck()
    .get();
  database.close();
  return most ?? 0;
};

/** Texts that are embedded a second time when the demo cases run twice. */
export const embeddedOnce = async (): Promise<Line> => {
  const parts = openLiveParts({ env: readEnv() });
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
