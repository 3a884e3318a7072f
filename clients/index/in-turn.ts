/**
 * Walk sorted streams as one sorted stream.
 *
 * In: streams, each sorted by `compare`. Out: in order, the items that compare as equal together: `first`, and all of them with the streams they came from.
 */
export function* inTurn<Item>(
  streams: readonly Iterator<Item>[],
  compare: (a: Item, b: Item) => number,
): Generator<{ first: Item; all: { item: Item; from: number }[] }> {
  const heads = streams.flatMap((stream, from) => {
    const next = stream.next();
    return next.done ? [] : [{ stream, from, item: next.value }];
  });
  for (;;) {
    let least = heads[0];
    if (least === undefined) return;
    for (const head of heads) if (compare(head.item, least.item) < 0) least = head;
    const first = least.item;
    const equal = heads.filter(({ item }) => compare(item, first) === 0);
    const all = equal.map(({ item, from }) => ({ item, from }));
    for (const head of equal) {
      const next = head.stream.next();
      if (next.done) heads.splice(heads.indexOf(head), 1);
      else head.item = next.value;
    }
    yield { first, all };
  }
}
