import { setMaxListeners } from "node:events";
import type { Failure } from "../../../state/outcome.ts";
import { stoppedBy } from "../../encoder/all-or-first-failure.ts";

export type Limits = {
  deadlineMs: number;
  /** Time that stopped work has to end by itself (milliseconds). */
  graceMs: number;
  /** The user's own stop. */
  signal?: AbortSignal | undefined;
  /** What is called, for the failure. */
  what: string;
};

/** The work's value, or why it was stopped; `abandoned` when it did not end after its signal and may still be running. */
export type Raced<Value> = { is: "ended"; value: Value } | { is: "stopped"; failure: Failure; abandoned: boolean };

/**
 * Run work under one signal for deadline and user, and stop waiting when it fires, whether or not the work heeds it.
 *
 * In: work that takes the signal and the moment at which it fires (performance.now). Out: see Raced; a deadline is `timeout`, the user's stop `cancelled`.
 * What the work throws before that is thrown.
 */
export const withinDeadline = async <Value>(
  work: (signal: AbortSignal, endsAt: number) => Promise<Value>,
  { deadlineMs, graceMs, signal, what }: Limits,
): Promise<Raced<Value>> => {
  if (signal?.aborted) return { is: "stopped", failure: stoppedBy(signal, what), abandoned: false };
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const stop = () => ending.abort(signal?.reason);
  const timer = setTimeout(() => ending.abort(new DOMException(`no end after ${deadlineMs} ms`, "TimeoutError")), deadlineMs);
  if (signal !== undefined) setMaxListeners(0, signal); // one listener a call, and a run shares its signal
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const working = work(ending.signal, performance.now() + deadlineMs);
    const settled = working.then(
      (): "settled" => "settled",
      (): "settled" => "settled",
    );
    const first = await Promise.race([settled, aborted(ending.signal)]);
    if (first === "settled" && !ending.signal.aborted) return { is: "ended", value: await working };
    const last = await Promise.race([settled, pause(graceMs)]);
    return { is: "stopped", failure: stoppedBy(ending.signal, what), abandoned: last !== "settled" };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
};

const aborted = (signal: AbortSignal) =>
  new Promise<"aborted">((resolve) => {
    if (signal.aborted) resolve("aborted");
    else signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });

const pause = (ms: number) => new Promise<"late">((resolve) => setTimeout(() => resolve("late"), ms));
