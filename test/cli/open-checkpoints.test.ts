import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "@langchain/langgraph/web";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { openCheckpoints } from "../../cli/open-checkpoints.ts";
import { streamItem } from "../../cli/stream-item.ts";
import { compileArchehrGraph } from "../../graphs/archehr.ts";
import { compileBioasqGraph } from "../../graphs/bioasq.ts";
import { archehrDeps, MESSAGE, NOTE } from "../support/archehr-deps.ts";
import { ARTICLES, article, bioasqDeps, listRetriever, QUESTION } from "../support/bioasq-deps.ts";

const folder = mkdtempSync(join(tmpdir(), "evigraph-checkpoints-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = (): string => join(folder, `${files++}.db`);
const CASE = { caseId: "c1", message: MESSAGE, note: NOTE };
const thread = (id: string) => ({ configurable: { thread_id: id }, durability: "sync" as const });

/** Open a file of checkpoints, work with it, and close it. */
const within = async <Value>(
  file: string,
  work: (saver: NonNullable<Awaited<ReturnType<typeof openCheckpoints>>>["saver"]) => Promise<Value>,
): Promise<Value> => {
  const opened = await openCheckpoints(file, false);
  if (opened === undefined) throw new Error("no file was opened");
  try {
    return await work(opened.saver);
  } finally {
    opened.close();
  }
};

type Rows = { checkpoints: number; writes: number; bytes: number };
const rowsOf = (file: string, id: string): Rows => {
  const database = new Database(file, { readonly: true });
  const count = (table: string, bytes: string) =>
    database
      .prepare<[string], { n: number; bytes: number }>(
        `SELECT count(*) AS n, coalesce(sum(${bytes}), 0) AS bytes FROM ${table} WHERE thread_id = ?`,
      )
      .get(id)!;
  const [kept, writes] = [count("checkpoints", "length(checkpoint) + length(metadata)"), count("writes", "length(value)")];
  database.close();
  return { checkpoints: kept.n, writes: writes.n, bytes: kept.bytes + writes.bytes };
};

/** Four hundred articles, each found by each of a question's searches: more than a question keeps. */
const MANY = Array.from({ length: 400 }, (_, at) =>
  article(
    String(30_000_000 + at),
    `Gout flares and allopurinol, part ${at}.`,
    "Allopurinol was compared with a placebo in gout.",
  ),
);

test("of a finished case one checkpoint stays, the note is nowhere in the file, and all rows are at most 64 KB", async () => {
  const file = newFile();
  await within(file, (saver) => compileArchehrGraph(archehrDeps().deps, saver).invoke(CASE as never, thread("a")));
  const kept = rowsOf(file, "a");
  expect(kept).toMatchObject({ checkpoints: 1, writes: 0 });
  expect(kept.bytes).toBeLessThanOrEqual(64 * 1024);
  // Nor in the room that was freed: no excerpt goes beyond a line. A saver of one's own keeps it.
  const twoLines = "Potassium was 4.1.\\nWarfarin 5 mg";
  expect(readFileSync(file).includes(twoLines)).toBe(false);
  const historic = newFile();
  const own = SqliteSaver.fromConnString(historic);
  await compileArchehrGraph(archehrDeps().deps, own).invoke(CASE as never, thread("a"));
  own.db.close();
  expect(readFileSync(historic).includes(twoLines)).toBe(true);
});

test("a question with a full list of candidates and a rescue never takes more than 64 KB in the file", async () => {
  const file = newFile();
  const sums: number[] = [];
  const { retrievers } = bioasqDeps({ retrievers: [listRetriever([...MANY, ...ARTICLES])] });
  await within(file, async (saver) => {
    const graph = compileBioasqGraph(bioasqDeps({ retrievers }), saver);
    const input = { questionId: "q", body: QUESTION, type: "yesno", settings: { minCandidates: 1000 } };
    for await (const update of await graph.stream(input as never, { ...thread("q"), streamMode: "updates" })) {
      expect(Object.keys(update as object)).toHaveLength(1);
      sums.push(rowsOf(file, "q").bytes);
    }
    const { values } = await graph.getState(thread("q"));
    expect(values.articles.length).toBeGreaterThanOrEqual(100);
    expect(values.queries.length).toBeGreaterThan(3);
    expect(values.rescueVerdict).not.toBe("unused");
  });
  expect(sums.length).toBeGreaterThan(8);
  expect(Math.max(...sums)).toBeLessThanOrEqual(64 * 1024);
  expect(rowsOf(file, "q")).toMatchObject({ checkpoints: 1, writes: 0 });
});

test("a run that broke off goes on from the file in a new process's place, and redoes only what was not finished", async () => {
  const file = newFile();
  const { texts } = bioasqDeps(); // as the folder of texts beside the file
  const path = async (input: unknown, isDown: boolean): Promise<string[]> =>
    within(file, async (saver) => {
      const deps = bioasqDeps({
        texts,
        script: {
          "bioasq/guess-answer": () => {
            if (isDown) throw new Error("the process died here");
            return { passage: "Allopurinol lowers serum urate.", terms: ["serum urate"] };
          },
        },
      });
      const seen: string[] = [];
      const graph = compileBioasqGraph(deps, saver);
      try {
        const options = { ...thread("r"), streamMode: "custom" as const, subgraphs: true };
        for await (const [, event] of await graph.stream(input as never, options))
          if (event.event === "started") seen.push(event.step);
      } catch (error) {
        if (!isDown) throw error;
      }
      return seen;
    });
  const before = await path({ questionId: "r", body: QUESTION, type: "yesno", settings: { minCandidates: 1000 } }, true);
  expect(before.at(-1)).toBe("guessAnswer");
  // The newest of the graph, and the newest of the rescue that is running in it.
  expect(rowsOf(file, "r").checkpoints).toBe(2);
  const after = await path(null, false);
  expect(after[0]).toBe("guessAnswer");
  expect(after.filter((step) => before.slice(0, -1).includes(step))).toEqual([]);
  expect(after.at(-1)).toBe("validateAnswer");
  expect(rowsOf(file, "r").checkpoints).toBe(1);
});

test("a draft that waits for a review outlives the process, and the decision goes on from it", async () => {
  const file = newFile();
  const asked = archehrDeps();
  await within(file, async (saver) => {
    const graph = compileArchehrGraph(asked.deps, saver);
    await graph.invoke({ ...CASE, settings: { review: true } } as never, thread("v"));
  });
  expect(rowsOf(file, "v").checkpoints).toBe(1);
  const none = archehrDeps({
    "archehr/draft-cited-answer": () => {
      throw new Error("drafted anew");
    },
  });
  const texts = asked.deps.texts; // as the folder of texts beside the file
  const decided = await within(file, async (saver) => {
    const graph = compileArchehrGraph({ ...none.deps, texts }, saver);
    const { tasks } = await graph.getState(thread("v"));
    expect(tasks[0]?.interrupts[0]?.value).toMatchObject({ answer: expect.any(String) });
    return graph.invoke(new Command({ resume: { action: "approve" } }) as never, thread("v"));
  });
  expect(decided).toMatchObject({ review: "approved" });
});

test("an item that was finished is not run again, and none of its calls is counted twice", async () => {
  const file = newFile();
  const about = { item: "c1", fingerprint: "f", show: () => undefined, resumable: true, replaying: false };
  const once = (script = {}) =>
    within(file, async (saver) => {
      const graph = compileArchehrGraph(archehrDeps(script).deps, saver);
      return streamItem(graph as never, CASE, { ...about, signal: new AbortController().signal });
    });
  const first = await once();
  const again = await once({
    "archehr/interpret-question": () => {
      throw new Error("asked again");
    },
  });
  expect(again.ended.values).toMatchObject(first.ended.values);
  expect(first.ended.values.usage).not.toHaveLength(0);
});

test("a run that starts anew runs a finished item again", async () => {
  const file = newFile();
  let asked = 0;
  const once = (fresh: boolean) =>
    within(file, async (saver) => {
      const { deps } = archehrDeps();
      const ask: typeof deps.ask = (...call) => {
        asked += 1;
        return deps.ask(...call);
      };
      return streamItem(compileArchehrGraph({ ...deps, ask }, saver) as never, CASE, {
        ...{ item: "c1", fingerprint: "f", show: () => undefined, resumable: true, replaying: false },
        signal: new AbortController().signal,
        forget: fresh ? (one) => saver.deleteThread(one) : undefined,
      });
    });
  const first = await once(false);
  const calls = asked;
  await once(false);
  expect(asked).toBe(calls);
  const anew = await once(true);
  expect(asked).toBe(2 * calls);
  expect(anew.ended.values.usage).toHaveLength((first.ended.values.usage as unknown[]).length);
});

test("threads do not prune each other, and a saver of one's own on the same file keeps its history", async () => {
  const file = newFile();
  await within(file, async (saver) => {
    const graph = compileArchehrGraph(archehrDeps().deps, saver);
    await Promise.all(["one", "two"].map((id) => graph.invoke(CASE as never, thread(id))));
  });
  expect([rowsOf(file, "one").checkpoints, rowsOf(file, "two").checkpoints]).toEqual([1, 1]);
  const own = SqliteSaver.fromConnString(file);
  await compileArchehrGraph(archehrDeps().deps, own).invoke(CASE as never, thread("three"));
  own.db.close();
  expect(rowsOf(file, "three").checkpoints).toBeGreaterThan(5);
});

test("a file with much room that is free is written anew when it is closed", async () => {
  const file = newFile();
  const own = SqliteSaver.fromConnString(file);
  const graph = compileArchehrGraph(archehrDeps().deps, own);
  for (let round = 0; round < 6; round++) await graph.invoke(CASE as never, thread(`old ${round}`));
  for (let round = 0; round < 6; round++) await own.deleteThread(`old ${round}`);
  own.db.close();
  const before = statSync(file).size;
  await within(file, async () => undefined);
  expect(before).toBeGreaterThan(2 ** 18);
  expect(statSync(file).size).toBeLessThan(before / 4);
});
