import type { Outcome } from "../../state/outcome.ts";
import { allOrFirstFailure } from "./all-or-first-failure.ts";
import type { Embedded } from "./encoder.ts";
import type { Task } from "./worker-pool.ts";

/** A wish for one text's vector; several callers may hold the same one. */
export type TextRequest = {
  task: Task;
  result: Promise<Outcome<Embedded>>;
  /** True for the caller that has to put the task into the queue. */
  fresh: boolean;
};

/**
 * Make requests so that a text which is waiting already is not embedded twice.
 *
 * In: what to do with a vector when it arrives. Out: a function from the text's (or pair's) hash and the text (and its pair) to its request; whoever stops waiting
 * takes 1 off `task.waiting`.
 */
export function textRequests(
  arrived: (key: string, embedded: Embedded) => void,
): (key: string, text: string, pair?: string) => TextRequest {
  const inFlight = new Map<string, TextRequest>();
  return (key, text, pair) => {
    const running = inFlight.get(key);
    if (running !== undefined) {
      running.task.waiting++;
      return { ...running, fresh: false };
    }
    let settle: (result: Outcome<Embedded>) => void = () => undefined;
    const result = new Promise<Outcome<Embedded>>((resolve) => {
      settle = (outcome) => {
        inFlight.delete(key); // at once, so that no one joins a request that has ended
        if (outcome.is === "ok") arrived(key, outcome.value);
        resolve(outcome);
      };
    });
    const request = { task: { text, pair, waiting: 1, deaths: 0, settle }, result, fresh: true };
    inFlight.set(key, request);
    return request;
  };
}

/** Wait for all of a call's requests, and stop waiting for any that is still open. In: requests, the call's signal, the model's name. Out: their vectors in order, or the first failure. */
export const arrivalOf = async (
  requests: ReadonlyMap<string, TextRequest>,
  signal: AbortSignal | undefined,
  name: string,
): Promise<Outcome<Embedded[]>> => {
  const arrived = await allOrFirstFailure(
    [...requests.values()].map(({ result }) => result),
    signal,
    name,
  );
  for (const { task } of requests.values()) task.waiting--;
  return arrived;
};
