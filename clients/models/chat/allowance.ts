import { setTimeout as wait } from "node:timers/promises";
import { type Failure, failure } from "../../../state/outcome.ts";

/** What one request takes from a rate limit before it is sent, and what it turned out to take. */
export type Allowance = {
  /** Wait until there is room. In: tokens expected, moment after which it is no use (performance.now). Out: nothing; `rateLimited` as soon as room can only come later. */
  take: (tokens: number, endsAt: number, signal: AbortSignal) => Promise<Failure | undefined>;
  /** Count a request that was sent without waiting, such as the first look at a server: what follows waits for it. In: tokens. */
  charge: (tokens: number) => void;
  /** End a request that was let through, and put right what was expected of it. In: tokens expected, tokens used. */
  settle: (expected: number, used: number) => void;
};

export type Limits = { requestsPerMinute: number; tokensPerMinute: number };

// A bucket holds a tenth of a minute: a full minute at once and its refill would be twice what a server allows in one minute.
const HELD_MINUTES = 0.1;
const MINUTE_MS = 60_000;

/**
 * Keep requests to one model within what its server allows a minute, before they are sent: one bucket of requests, one of tokens.
 *
 * In: limits a minute (count; 0: none), the clock. Out: the allowance. A request larger than a bucket waits for a full one and leaves a debt, so it is slowed and never refused.
 * First come, first served: a small request does not overtake a large one.
 */
export const openAllowance = (
  { requestsPerMinute, tokensPerMinute }: Limits,
  now: () => number = () => performance.now(),
  // The deadline's own timer keeps the process alive.
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) => wait(ms, undefined, { signal, ref: false }),
): Allowance => {
  if (requestsPerMinute === 0 && tokensPerMinute === 0) return UNLIMITED;
  const requests = bucketOf(requestsPerMinute, now);
  const tokens = bucketOf(tokensPerMinute, now);
  let line: Promise<unknown> = Promise.resolve();
  let inFlight = 0;
  let wake = () => {};

  const admit = async (expected: number, endsAt: number, signal: AbortSignal): Promise<Failure | undefined> => {
    for (;;) {
      signal.throwIfAborted();
      const pause = Math.max(requests.untilRoom(1), tokens.untilRoom(expected));
      if (pause < SOON_MS) {
        requests.take(1);
        tokens.take(expected);
        inFlight++;
        return undefined;
      }
      const left = Math.max(0, endsAt - now());
      // A request in flight may still give back what it did not use.
      if (pause >= left && (inFlight === 0 || left === 0)) {
        return failure(
          "rateLimited",
          `${OWN_LIMIT} (${requestsPerMinute || "any number of"} requests, ${tokensPerMinute || "any number of"} tokens a minute) leaves room only in ${Math.ceil(pause / 1000)} s, after the call's deadline; lower --concurrency or raise models.deadlineMs.`,
        );
      }
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([sleep(Math.min(pause, left), signal), woken]);
    }
  };
  return {
    take: (expected, endsAt, signal) => {
      const turn = line.then(() => admit(expected, endsAt, signal));
      line = turn.catch(() => {}); // whoever left the line holds up nobody
      return Promise.race([turn, stopped(signal)]);
    },
    charge: (used) => {
      requests.take(1);
      tokens.take(used);
    },
    settle: (expected, used) => {
      inFlight--;
      tokens.take(used - expected);
      wake();
    },
  };
};

/**
 * Tell whether a call waited for the limits that the user set, and not for its server.
 *
 * In: a fallback's code and reason. Out: true for what `take` refused: no service was down.
 */
export const isOwnLimit = ({ code, reason }: { code: string; reason: string }): boolean =>
  code === "rateLimited" && reason.includes(OWN_LIMIT);

const OWN_LIMIT = "The limit set for this model";

const UNLIMITED: Allowance = {
  take: async (_tokens, _endsAt, signal) => {
    signal.throwIfAborted();
    return undefined;
  },
  settle: () => {},
  charge: () => {},
};

// Shorter than a timer can wait.
const SOON_MS = 0.001;

const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** A bucket that fills evenly and may be in debt; without a limit it always has room. */
const bucketOf = (perMinute: number, now: () => number) => {
  const most = Math.max(1, perMinute * HELD_MINUTES);
  const perMs = perMinute / MINUTE_MS;
  let level = most;
  let at = now();
  const fill = () => {
    const moment = now();
    level = Math.min(most, level + (moment - at) * perMs);
    at = moment;
  };
  return {
    untilRoom: (amount: number): number => {
      if (perMinute === 0) return 0;
      fill();
      return Math.max(0, (Math.min(amount, most) - level) / perMs);
    },
    take: (amount: number): void => {
      if (perMinute === 0) return;
      fill();
      level = Math.min(most, level - amount);
    },
  };
};
