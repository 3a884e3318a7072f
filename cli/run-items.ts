import type { Clock } from "./progress.ts";

export type RunItems<Item, Done> = {
  items: readonly Item[];
  concurrency: number;
  signal: AbortSignal;
  /** True where no further item should begin, such as a budget that is used up. */
  enough?(): boolean;
  run(item: Item, signal: AbortSignal): Promise<Done>;
  /** Called as each item ends, one at a time, in the order in which they end. */
  ended(done: Done): void;
  progress: Clock;
};

/**
 * Run items side by side, at most `concurrency` at once, starting them in their order.
 *
 * Out: resolves when every item has ended, or when the signal is set or it is enough and the started ones have ended. A throw of `run` or `ended` is a
 * bug: no further item starts, and it is thrown on.
 */
export const runItems = async <Item, Done>({
  items,
  concurrency,
  signal,
  enough = () => false,
  run,
  ended,
  progress,
}: RunItems<Item, Done>): Promise<void> => {
  const waiting = items.values();
  let broken: unknown;
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal.aborted || broken !== undefined || enough()) return;
      try {
        const done = await run(item, signal);
        if (signal.aborted) return;
        ended(done);
        progress.tick();
      } catch (error) {
        broken = error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, items.length)) }, worker));
  if (broken !== undefined) throw broken;
};
