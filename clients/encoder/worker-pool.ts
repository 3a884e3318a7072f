import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import type { Embedded } from "./encoder.ts";
import { type EncoderThread, type Reply, startThread } from "./encoder-thread.ts";
import { fairQueue } from "./fair-queue.ts";

/** One text to embed, or a pair to score, for all callers that wait for it. With no one waiting it is dropped when its turn comes. */
export type Task = {
  readonly text: string;
  /** The second text, for a cross-encoder. */
  readonly pair?: string | undefined;
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
  workerData: object;
  /** Most threads at once. */
  threads: number;
  /** A thread silent for so long counts as dead (milliseconds); one that works on a long text says so in between. */
  stallMs: number;
  /** What to say of the model when its thread cannot load it. */
  name: string;
};

type Thread = EncoderThread & { ready: boolean; readonly tasks: Map<number, Task>; skipped: number | undefined };

// Two texts a thread: the next one is there when the first is done, even while the main thread is busy.
const TEXTS_AHEAD = 2;
// Fewer waiting texts are done before a further thread has loaded its weights.
const WORTH_A_THREAD = 8;
const LAST_DEATH = 2;

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
  let most = options.threads;

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
    if (queue.size() > 0 && threads.size < most && (threads.size === 0 || queue.size() >= WORTH_A_THREAD)) start();
  }

  function give(thread: Thread, task: Task): void {
    const id = nextId++;
    if (thread.tasks.size === 0) thread.expect();
    thread.tasks.set(id, task);
    thread.send(id, task.text, task.pair);
  }

  function start(): void {
    const { script, workerData, stallMs } = options;
    const thread: Thread = {
      ...startThread({ script, workerData, stallMs, hear: (reply) => hear(thread, reply), died: (why) => bury(thread, why) }),
      ready: false,
      tasks: new Map(),
      skipped: undefined,
    };
    threads.add(thread);
    thread.expect();
  }

  function hear(thread: Thread, reply: Reply): void {
    if (reply.kind === "working") {
      const [at] = thread.tasks; // it takes them in order
      if (at === undefined) return;
      thread.expect();
      if (at[1].waiting > 0) return;
      thread.skipped = at[0];
      thread.skip(at[0]);
      return;
    }
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
      if (reply.kind === "vector") task?.settle(ok({ vector: reply.vector, cut: reply.cut }));
      else if (thread.skipped !== reply.id) task?.settle(failure("unavailable", `${options.name}: ${reply.detail}.`));
      else if (task !== undefined) queue.putBack([task]); // dropped when its turn comes, unless someone wants it again by then
    }
    if (closed === undefined) pump();
    if (thread.tasks.size > 0) thread.expect();
    else thread.rest();
  }

  function bury(thread: Thread, why: string): void {
    threads.delete(thread);
    if (closed !== undefined) return;
    const [first, ...others] = thread.tasks.values();
    threadDeaths++;
    if (!thread.ready && ++startDeaths >= LAST_DEATH) {
      startDeaths = 0;
      if (threads.size > 0)
        most = threads.size; // no room for a further one: those that work go on
      else loseAll(failure("unavailable", `${options.name}: its thread died ${LAST_DEATH} times while starting (${why}).`));
    }
    queue.putBack(others);
    if (first !== undefined && ++first.deaths < LAST_DEATH) queue.putBack([first]);
    else first?.settle(failure("unavailable", `${options.name}: its thread died ${LAST_DEATH} times over one text (${why}).`));
    pump();
  }

  function loseAll(reason: Failure): void {
    for (let task = queue.take(); task !== undefined; task = queue.take()) task.settle(reason);
  }

  function giveUp(reason: Failure): void {
    closed = reason;
    loseAll(reason);
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
      await Promise.all([...threads].map((thread) => thread.close()));
      threads.clear();
    },
  };
}
