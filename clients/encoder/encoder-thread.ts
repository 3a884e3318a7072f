import { Worker } from "node:worker_threads";
import { z } from "zod";
import { setProcessEnv } from "../env.ts";
import { telemetryOff } from "../tracing.ts";
import { askToSkip, askToStop, forgetThread, isInNativeCode, newThreadState } from "./thread-state.ts";

/** What a thread says. */
export type Reply = z.infer<typeof Reply>;
const Reply = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("working") }),
  z.object({ kind: z.literal("unusable"), detail: z.string() }),
  z.object({ kind: z.literal("vector"), id: z.int(), vector: z.instanceof(Float32Array), cut: z.boolean() }),
  z.object({ kind: z.literal("failed"), id: z.int(), detail: z.string() }),
]);

/** A worker thread with a session of its own. */
export type EncoderThread = {
  send: (id: number, text: string, pair: string | undefined) => void;
  /** Go no further with a text: its reply will be "failed", unless it was ready. */
  skip: (id: number) => void;
  /** Expect a reply within the stall time from now, and hold the process open for it. */
  expect: () => void;
  /** Expect nothing: the process may end. */
  rest: () => void;
  close: () => Promise<void>;
};

export type ThreadOptions = {
  script: URL;
  /** What the script needs to load its model. */
  workerData: object;
  /** Silence after which the thread counts as dead (milliseconds). */
  stallMs: number;
  hear: (reply: Reply) => void;
  /** Called once, with the reason, when the thread has ended or counts as dead; never after `close`. */
  died: (why: string) => void;
};

const CLOSE_MS = 2000;

/** Start a thread; it says "ready" or "unusable" when its model is loaded, then answers texts in order. */
export function startThread({ script, workerData, stallMs, hear, died }: ThreadOptions): EncoderThread {
  // Native code reads the process's own environment, so it is set here and not in the thread, which has a copy of it only.
  setProcessEnv({ ORT_DISABLE_TELEMETRY: telemetryOff.ORT_DISABLE_TELEMETRY });
  const state = newThreadState();
  // No execArgv: loaders of tsx or of a debugger are not for this thread.
  const worker = new Worker(script, { workerData: { ...workerData, state }, execArgv: [], name: "evigraph-encoder" });
  let why = "it ended";
  let over = false;
  let stall: NodeJS.Timeout | undefined;
  let ended: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    ended = resolve;
  });

  function bury(): void {
    clearTimeout(stall);
    if (over) return;
    over = true;
    died(why);
  }

  // A thread lost inside native code is left alone: it ends by itself if it ever comes back.
  function endNow(): void {
    askToStop(state);
    worker.unref();
    if (!isInNativeCode(state)) void worker.terminate();
  }

  worker.on("message", (message) => {
    if (!over) hear(Reply.parse(message));
  });
  worker.on("error", (error: unknown) => {
    why = error instanceof Error ? error.message : String(error);
  });
  worker.on("exit", () => {
    forgetThread(state);
    ended();
    bury();
  });

  return {
    send: (id, text, pair) => worker.postMessage({ kind: "text", id, text, pair }),
    skip: (id) => askToSkip(state, id),
    expect: () => {
      worker.ref();
      clearTimeout(stall);
      stall = setTimeout(() => {
        why = `silent for ${stallMs} ms`;
        endNow();
        bury();
      }, stallMs).unref();
    },
    rest: () => {
      clearTimeout(stall);
      worker.unref();
    },
    close: async () => {
      over = true;
      clearTimeout(stall);
      askToStop(state);
      worker.ref();
      worker.postMessage({ kind: "close" });
      const late = setTimeout(() => {
        endNow();
        ended();
      }, CLOSE_MS);
      await gone;
      clearTimeout(late);
    },
  };
}
