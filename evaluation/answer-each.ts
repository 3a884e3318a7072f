import { ItemFailed } from "../nodes/common/item-failed.ts";
import { eachItem } from "./each-item.ts";
import type { TaskResult, TaskRun } from "./task.ts";

/**
 * Ask a graph each item.
 *
 * In: items with ids; how they are worked through; how one is asked. Out: answers by id, in the order of the items, and the items that failed, with the reason. Any other throw is thrown on.
 */
export async function answerEach<Item extends { id: string }, Answer>(
  items: readonly Item[],
  run: Pick<TaskRun, "concurrency" | "signal" | "tick">,
  ask: (item: Item) => Promise<Answer>,
): Promise<{ answered: Map<string, Answer>; failed: TaskResult["failed"] }> {
  const ends = await eachItem(items, run, async (item) => {
    try {
      return { answer: await ask(item) };
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      return { reason: error.message };
    }
  });
  const answered = new Map<string, Answer>();
  const failed: TaskResult["failed"] = [];
  for (const [at, { id }] of items.entries()) {
    const end = ends[at]!; // one an item
    if ("answer" in end) answered.set(id, end.answer);
    else failed.push({ id, reason: end.reason });
  }
  return { answered, failed };
}
