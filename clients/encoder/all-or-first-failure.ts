import { setMaxListeners } from "node:events";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";

/** Say how a signal ended a call: our deadline is a timeout, anything else the user's stop. */
export function stoppedBy(signal: AbortSignal, what: string): Failure {
  const late = signal.reason instanceof Error && signal.reason.name === "TimeoutError";
  return late
    ? failure("timeout", `${what} did not finish within the deadline.`)
    : failure("cancelled", `${what} was cancelled.`);
}

/** Wait for all results, or for the first failure, or for the signal, whichever comes first. Out: the values in their order. */
export function allOrFirstFailure<Value>(
  results: readonly Promise<Outcome<Value>>[],
  signal: AbortSignal | undefined,
  what: string,
): Promise<Outcome<Value[]>> {
  return new Promise((resolve, reject) => {
    if (signal !== undefined) setMaxListeners(0, signal); // one listener a call, and a run shares its signal
    const stop = () => signal && resolve(stoppedBy(signal, what));
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    const values = results.map(async (result) => {
      const outcome = await result;
      if (outcome.is === "ok") return [outcome.value];
      resolve(outcome);
      return [];
    });
    Promise.all(values)
      .then((all) => resolve(ok(all.flat())), reject)
      .finally(() => signal?.removeEventListener("abort", stop));
  });
}
