import { setTimeout as sleep } from "node:timers/promises";

/** Hands out starting times of requests, evenly spaced. */
export type Pacer = {
  /** Wait for a turn. Out: false, without taking one, where it would come after `latest` (milliseconds of `now`) or the signal ends the wait. */
  turn: (latest: number, signal: AbortSignal) => Promise<boolean>;
  /** Let no request start for a while (milliseconds): the service has said that it is too much. */
  holdOff: (ms: number) => void;
};

/**
 * Space requests by their starts: answers may take as long as they like.
 *
 * In: requests a second. A turn that nobody may use is not taken, so one caller's late request delays no other.
 */
export const startPacer = (perSecond: number, now: () => number = () => performance.now(), wait: Wait = waitFor): Pacer => {
  let free = Number.NEGATIVE_INFINITY;
  return {
    turn: async (latest, signal) => {
      const start = Math.max(now(), free);
      if (signal.aborted || start > latest) return false;
      free = start + 1000 / perSecond;
      await wait(start - now(), signal);
      return !signal.aborted;
    },
    holdOff: (ms) => {
      free = Math.max(free, now() + ms);
    },
  };
};

/** Wait so many milliseconds, or until the signal. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const waitFor: Wait = async (ms, signal) => {
  if (ms <= 0 || signal.aborted) return;
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
};

const pacers = new Map<string, Pacer>();

/** The one pacer of this process for a service: NCBI counts the requests of an address or a key, not of a caller. */
export const sharedPacer = (service: string, perSecond: number): Pacer => {
  const key = `${service} ${perSecond}`;
  const pacer = pacers.get(key) ?? startPacer(perSecond);
  pacers.set(key, pacer);
  return pacer;
};
