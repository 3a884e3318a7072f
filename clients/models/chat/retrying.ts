import { setTimeout as wait } from "node:timers/promises";
import type { Failure } from "../../../state/outcome.ts";

/** One request's end: final, or a failure that another request may mend; `waitMs` is what the server asked for. */
export type Attempt<Value> = { is: "final"; value: Value } | { is: "again"; failure: Failure; waitMs?: number | undefined };

export type Patience = {
  /** Repeated requests (count). */
  retries: number;
  backoffMs: number;
  backoffMostMs: number;
  /** Moment after which no repeat begins (performance.now). */
  endsAt: number;
  signal: AbortSignal;
  /** A draw from 0 to 1; Math.random unless given. */
  random?: () => number;
};

/**
 * Repeat a request that met 429, 5xx or a cut connection, with jittered waits, while the deadline holds.
 *
 * Out: the final value, or the last failure once no repeat would end in time; and how many repeats were made.
 */
export const retrying = async <Value>(
  attempt: () => Promise<Attempt<Value>>,
  { retries, backoffMs, backoffMostMs, endsAt, signal, random = Math.random }: Patience,
): Promise<{ ended: { is: "value"; value: Value } | { is: "failure"; failure: Failure }; retries: number }> => {
  for (let repeats = 0; ; repeats++) {
    const result = await attempt();
    if (result.is === "final") return { ended: { is: "value", value: result.value }, retries: repeats };
    const backoff = Math.min(backoffMostMs, backoffMs * 2 ** repeats) * (1 + random()) * 0.5;
    const pause = result.waitMs === undefined ? backoff : result.waitMs + backoff * random();
    if (repeats >= retries || performance.now() + pause >= endsAt || signal.aborted) {
      return { ended: { is: "failure", failure: gaveUp(result.failure, repeats) }, retries: repeats };
    }
    await wait(pause, undefined, { signal });
  }
};

const gaveUp = (failure: Failure, repeats: number): Failure =>
  repeats === 0 ? failure : { ...failure, detail: `${failure.detail} Given up after ${repeats + 1} requests.` };
