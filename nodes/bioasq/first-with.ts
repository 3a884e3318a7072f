/** Take the first `most` of a list in its order, those that must be among them included. In: list, which must stay, how many (count). Out: at most `most` items, in their order. */
export const firstWith = <Item>(list: readonly Item[], must: (item: Item) => boolean, most: number): Item[] => {
  let free = most - list.filter(must).length;
  return list.filter((item) => must(item) || free-- > 0).slice(0, most);
};
