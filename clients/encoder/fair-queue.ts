/** Items of several callers, taken in turn from each, so that one call of a thousand texts does not hold up a call of one. */
export type FairQueue<Item> = {
  /** Add the items of one caller, in the order in which they are to be taken. */
  add: (items: readonly Item[]) => void;
  /** Put items back that were taken and not finished; the first of them comes next. */
  putBack: (items: readonly Item[]) => void;
  take: () => Item | undefined;
  size: () => number;
};

/** Make an empty queue. */
export function fairQueue<Item>(): FairQueue<Item> {
  const calls: Item[][] = [];
  let size = 0;
  return {
    add: (items) => {
      size += items.length;
      if (items.length > 0) calls.push([...items].reverse()); // taken from the end: shift on a long array is slow
    },
    putBack: (items) => {
      size += items.length;
      if (items.length > 0) calls.unshift([...items].reverse());
    },
    take: () => {
      const call = calls.shift();
      const item = call?.pop();
      if (call === undefined || item === undefined) return undefined;
      size--;
      if (call.length > 0) calls.push(call);
      return item;
    },
    size: () => size,
  };
}
