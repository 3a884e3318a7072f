import { setMaxListeners } from "node:events";
import type { Clock } from "./progress.ts";

/**
 * Turn the first Ctrl-C (or SIGTERM) into a signal that lets a run end cleanly; a second one ends the process at once.
 *
 * Out: the signal, and a function that takes the handlers away again.
 */
export const stopOnInterrupt = (clock: Clock): { signal: AbortSignal; release(): void } => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // one run has many items, and each listens
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    clock.say("Stopping after the work at hand; Ctrl-C again ends at once.");
    controller.abort();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return {
    signal: controller.signal,
    release: () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    },
  };
};
