import { wrong } from "./command-fault.ts";
import { nearest } from "./nearest.ts";

/** Keep the items that --ids and --limit name, in their order. In: items, the options, what an item is called. An unknown id is a CommandFault (exit 2). */
export const chooseItems = <Item extends { id: string }>(
  items: readonly Item[],
  options: { ids?: string[]; limit?: number },
  unit: string,
): Item[] => {
  const known = items.map(({ id }) => id);
  for (const id of options.ids ?? [])
    if (!known.includes(id)) throw wrong(`--ids: there is no ${unit} ${id}.${nearest(id, known)}`);
  const chosen = options.ids === undefined ? [...items] : items.filter(({ id }) => options.ids?.includes(id));
  return chosen.slice(0, options.limit);
};
