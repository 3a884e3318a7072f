import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { failure, type Outcome } from "../../state/outcome.ts";

/** The signal that ends a call, by its deadline or by the user, and a pause that it cuts short. */
export type Ending = { signal: AbortSignal; pause(ms: number): Promise<void> };

type Limits = { signal: AbortSignal | undefined; deadlineMs: number; host: string };

/**
 * Do work that must end by a deadline and when the user stops it.
 *
 * In: the user's signal, the deadline (milliseconds), the host to name; work, given the ending and the latest time on the clock of `performance`.
 * Out: what the work ended in; timeout, or cancelled where the user stopped it, whatever it ended in after that.
 */
export const withinDeadline = async <Value>(
  { signal, deadlineMs, host }: Limits,
  work: (ending: Ending, latest: number) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> => {
  const ending = new AbortController();
  const stop = () => ending.abort();
  const timer = setTimeout(stop, deadlineMs);
  if (signal !== undefined) setMaxListeners(0, signal); // one listener a call, and a run shares its signal
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const outcome = ending.signal.aborted
      ? undefined
      : await work({ signal: ending.signal, pause: (ms) => pause(ms, ending.signal) }, performance.now() + deadlineMs);
    if (outcome?.is === "ok" || (outcome !== undefined && !ending.signal.aborted)) return outcome;
    const late = !signal?.aborted || (signal.reason instanceof Error && signal.reason.name === "TimeoutError");
    const saw = outcome === undefined || outcome.is === "cancelled" ? "" : ` Last: ${outcome.detail}`;
    return late
      ? failure("timeout", `${host} did not answer within the deadline.${saw}`)
      : failure("cancelled", `The call to ${host} was cancelled.`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
};

/** Wait, or less where the signal comes. */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
};

/** Length of a pause: doubled after each try, drawn between half and one and a half of that. In: tries so far (from 1), the first pause, the longest (milliseconds). */
export const backoff = (tried: number, firstMs: number, longestMs = Number.POSITIVE_INFINITY): number =>
  Math.min(longestMs, firstMs * 2 ** (tried - 1)) * (0.5 + Math.random());
