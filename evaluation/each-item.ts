/**
 * Work through items, several at once.
 *
 * In: items, how many at once (1 or more), what to do with one; its place is that in the list. Out: resolves when all are done, what the work gave in the order of the items. A throw stops further items from starting and is thrown on.
 */
export async function eachItem<Item, Done>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, at: number) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) done[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, atOnce), items.length) }, worker));
  return done;
}
