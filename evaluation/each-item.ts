import type { TaskRun } from "./task.ts";

/**
 * Work through items, several at once.
 *
 * In: items; how many at once (1 unless given), the signal that stops, whom to tell how far it is; what to do with one. Out: what the work gave, in the order of the items. A throw, or the signal, keeps
 * further items from starting and is thrown on.
 */
export async function eachItem<Item, Done>(
  items: readonly Item[],
  { concurrency = 1, signal, tick }: Pick<TaskRun, "concurrency" | "signal" | "tick">,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const waiting = items.entries();
  let ended = 0;
  let broken = false;
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (broken) return;
      try {
        signal.throwIfAborted();
        done[at] = await work(item);
      } catch (error) {
        broken = true;
        throw error;
      }
      tick(++ended, items.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, concurrency), items.length) }, worker));
  return done;
}
