import { Worker } from "node:worker_threads";
import { z } from "zod";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import type { Embedded } from "./encoder.ts";
import { fairQueue } from "./fair-queue.ts";

/** One text to embed, for all callers that wait for it. With no one waiting it is dropped when its turn comes. */
export type Task = {
  readonly text: string;
  waiting: number;
  deaths: number;
  readonly settle: (result: Outcome<Embedded>) => void;
};

export type WorkerPool = {
  add: (tasks: readonly Task[]) => void;
  counts: () => { threads: number; threadDeaths: number };
  close: () => Promise<void>;
};

export type PoolOptions = {
  script: URL;
  workerData: unknown;
  /** Most threads at once. */
  threads: number;
  /** A thread silent for so long over one text counts as dead (milliseconds). */
  stallMs: number;
  /** What to say of the model when its thread cannot load it. */
  name: string;
};

const Reply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("unusable"), detail: z.string() }),
  z.object({ kind: z.literal("vector"), id: z.int(), vector: z.instanceof(Float32Array), cut: z.boolean() }),
  z.object({ kind: z.literal("failed"), id: z.int(), detail: z.string() }),
]);

type Thread = { worker: Worker; ready: boolean; tasks: Map<number, Task>; stall: NodeJS.Timeout | undefined };

// Two texts a thread: the next one is there when the first is done, even while the main thread is busy.
const TEXTS_AHEAD = 2;
// Fewer waiting texts are done before a further thread has loaded its weights.
const WORTH_A_THREAD = 8;
const LAST_DEATH = 2;
const CLOSE_MS = 2000;

/**
 * Run texts on worker threads, each with its own single-thread session, fed from one queue.
 *
 * Threads start when there is work, hold the process open only while they work, and end by `close`. A thread that dies (or stalls) is
 * replaced and its text tried once more; a text that kills two threads ends unavailable, and so does everything after two deaths at start.
 * A model that cannot be loaded ends every task misconfigured, for good.
 */
export function openWorkerPool(options: PoolOptions): WorkerPool {
  const queue = fairQueue<Task>();
  const threads = new Set<Thread>();
  let closed: Failure | undefined;
  let nextId = 0;
  let threadDeaths = 0;
  let startDeaths = 0;

  function next(): Task | undefined {
    for (let task = queue.take(); task !== undefined; task = queue.take()) {
      if (task.waiting > 0) return task;
      task.settle(failure("cancelled", "No one waits for this text any more."));
    }
    return undefined;
  }

  function pump(): void {
    const least = [...threads].filter((thread) => thread.ready).sort((a, b) => a.tasks.size - b.tasks.size)[0];
    if (least !== undefined && least.tasks.size < TEXTS_AHEAD) {
      const task = next();
      if (task === undefined) return;
      give(least, task);
      pump();
      return;
    }
    if (queue.size() > 0 && threads.size < options.threads && (threads.size === 0 || queue.size() >= WORTH_A_THREAD)) start();
  }

  function give(thread: Thread, task: Task): void {
    const id = nextId++;
    if (thread.tasks.size === 0) {
      thread.worker.ref();
      watch(thread);
    }
    thread.tasks.set(id, task);
    thread.worker.postMessage({ kind: "text", id, text: task.text });
  }

  function start(): void {
    // No execArgv: loaders of tsx or of a debugger are not for this thread.
    const worker = new Worker(options.script, { workerData: options.workerData, execArgv: [], name: "evigraph-encoder" });
    const thread: Thread = { worker, ready: false, tasks: new Map(), stall: undefined };
    let why = "it ended";
    threads.add(thread);
    watch(thread);
    worker.on("message", (message) => hear(thread, Reply.parse(message)));
    worker.on("error", (error: unknown) => {
      why = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", () => bury(thread, why));
  }

  function hear(thread: Thread, reply: z.infer<typeof Reply>): void {
    if (reply.kind === "unusable") {
      giveUp(failure("misconfigured", `${options.name}: ${reply.detail}.`));
      return;
    }
    if (reply.kind === "ready") {
      thread.ready = true;
      startDeaths = 0;
    } else {
      const task = thread.tasks.get(reply.id);
      thread.tasks.delete(reply.id);
      task?.settle(
        reply.kind === "vector"
          ? ok({ vector: reply.vector, cut: reply.cut })
          : failure("unavailable", `${options.name}: ${reply.detail}.`),
      );
    }
    if (closed === undefined) pump();
    rest(thread);
  }

  function rest(thread: Thread): void {
    watch(thread);
    if (thread.tasks.size > 0) return;
    clearTimeout(thread.stall);
    thread.worker.unref();
  }

  function watch(thread: Thread): void {
    clearTimeout(thread.stall);
    thread.stall = setTimeout(() => void thread.worker.terminate(), options.stallMs).unref();
  }

  function bury(thread: Thread, why: string): void {
    clearTimeout(thread.stall);
    threads.delete(thread);
    if (closed !== undefined) return;
    const [first, ...others] = thread.tasks.values();
    threadDeaths++;
    if (!thread.ready && ++startDeaths >= LAST_DEATH) {
      startDeaths = 0;
      const lost = failure("unavailable", `${options.name}: its thread died ${LAST_DEATH} times while starting (${why}).`);
      for (let task = queue.take(); task !== undefined; task = queue.take()) task.settle(lost);
      return;
    }
    queue.putBack(others);
    if (first !== undefined && ++first.deaths < LAST_DEATH) queue.putBack([first]);
    else first?.settle(failure("unavailable", `${options.name}: its thread died ${LAST_DEATH} times over one text (${why}).`));
    pump();
  }

  function giveUp(reason: Failure): void {
    closed = reason;
    for (let task = queue.take(); task !== undefined; task = queue.take()) task.settle(reason);
    for (const thread of threads) {
      for (const task of thread.tasks.values()) task.settle(reason);
      thread.tasks.clear();
    }
  }

  return {
    add: (tasks) => {
      if (closed !== undefined) for (const task of tasks) task.settle(closed);
      else queue.add(tasks);
      if (closed === undefined) pump();
    },
    counts: () => ({ threads: threads.size, threadDeaths }),
    close: async () => {
      giveUp(closed ?? failure("cancelled", `${options.name} was closed.`));
      await Promise.all([...threads].map(end));
    },
  };
}

// A thread inside the model is let finish its text first: ending it there can take the process along.
async function end({ worker, stall }: Thread): Promise<void> {
  clearTimeout(stall);
  const gone = new Promise<void>((done) => worker.once("exit", () => done()));
  worker.ref();
  worker.postMessage({ kind: "close" });
  const late = setTimeout(() => void worker.terminate(), CLOSE_MS);
  await gone;
  clearTimeout(late);
}
