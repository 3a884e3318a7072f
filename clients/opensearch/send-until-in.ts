import { type Failure, failure, isOutage, type Outcome, ok } from "../../state/outcome.ts";
import { type Change, type Sent, sendBulk } from "./bulk.ts";
import type { Server } from "./open-server.ts";
import { backoff, pause } from "./within-deadline.ts";

export type Patience = {
  /** Longest time without any progress before a load gives up (milliseconds). */
  patienceMs: number;
  /** First and longest pause before a change is sent again (milliseconds). */
  pauseMs: number;
  longestPauseMs: number;
};
export const PATIENCE: Patience = { patienceMs: 10 * 60_000, pauseMs: 100, longestPauseMs: 10_000 };

export type Target = {
  server: Server;
  name: string;
  patience: Patience;
  signal: AbortSignal | undefined;
  /** Told of each pause. */
  onWait(reason: string, ms: number): void;
};

/** What became of changes in the end. */
type In = Pick<Sent, "done" | "refused">;

/**
 * Send changes until each one is in the index or cannot be, through full queues, stopped and restarted servers.
 *
 * A refused request is halved, since its size may be what is refused, and grows again with what gets through. Ids are fixed, so what arrives twice is there once.
 * In: where to, the changes in order, no pmid twice. Out: what is in, and what the index cannot hold, with the reason.
 * If down: the last failure when nothing got in for as long as the patience lasts; cancelled; denied and misconfigured at once.
 */
export const sendUntilIn = async (target: Target, changes: readonly Change[]): Promise<Outcome<In>> => {
  const { server, name, signal, patience } = target;
  const all: In = { done: [], refused: [] };
  let pending = [...changes];
  let [size, tried, lastProgress] = [pending.length, 0, performance.now()];
  while (pending.length > 0) {
    const sent = await sendBulk(server, name, pending.slice(0, size), signal);
    if (signal?.aborted) return failure("cancelled", `the load of ${name} was stopped.`);
    if (sent.is === "ok" && sent.value.stop !== undefined) return sent.value.stop;
    if (sent.is !== "ok" && !isOutage(sent.is) && sent.is !== "unparseable") return sent;
    const moved = sent.is === "ok" ? sent.value.done.length + sent.value.refused.length : 0;
    if (sent.is === "ok") {
      all.done.push(...sent.value.done);
      all.refused.push(...sent.value.refused);
      pending = [...sent.value.again, ...pending.slice(size)];
      size = Math.min(pending.length, size * 2);
    } else if (sent.is === "rateLimited") size = Math.max(1, Math.floor(Math.min(size, pending.length) / 2));
    if (moved > 0) [tried, lastProgress] = [0, performance.now()];
    const trouble = troubleOf(sent);
    if (trouble === undefined) continue;
    const stuckMs = performance.now() - lastProgress;
    if (stuckMs > patience.patienceMs) return gaveUp(trouble, stuckMs);
    tried += 1;
    const ms = backoff(tried, patience.pauseMs, patience.longestPauseMs);
    target.onWait(trouble.detail, ms);
    await pause(ms, signal);
  }
  return ok(all);
};

/** Ask until there is an answer, as long as the patience lasts. In: where, what asks. Out: its outcome, the last one of an outage that lasted. */
export const patiently = async <Value>(target: Target, work: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> => {
  const { patience, signal, onWait } = target;
  const began = performance.now();
  for (let tried = 1; ; tried++) {
    const outcome = await work();
    const stuckMs = performance.now() - began;
    if (outcome.is === "ok" || !isOutage(outcome.is) || signal?.aborted) return outcome;
    if (stuckMs > patience.patienceMs) return gaveUp(outcome, stuckMs);
    const ms = backoff(tried, patience.pauseMs, patience.longestPauseMs);
    onWait(outcome.detail, ms);
    await pause(ms, signal);
  }
};

const troubleOf = (sent: Outcome<Sent>): Failure | undefined => {
  if (sent.is !== "ok") return sent;
  return sent.value.again.length === 0 ? undefined : failure("rateLimited", sent.value.reason);
};

const gaveUp = (trouble: Failure, stuckMs: number): Failure =>
  failure(trouble.is, `nothing got in for ${Math.round(stuckMs / 1000)} s; ${trouble.detail}`);
