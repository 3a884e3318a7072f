/** An article and its score; at equal scores the smaller doc number is the better one. */
export type ScoredDoc = { doc: number; score: number };

export type BestHits = ReturnType<typeof bestHits>;

/**
 * Keep the best of a stream of scored articles.
 *
 * In: how many to keep (count, at least 1). Out of `best`: best first. `toBeat` is what a later article must exceed to enter:
 * 0 until the heap is full, since every match scores above 0.
 */
export const bestHits = (limit: number) => {
  const heap: ScoredDoc[] = []; // the worst on top

  const sink = (): void => {
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let worst = at;
      if (left < heap.length && isWorse(heap[left]!, heap[worst]!)) worst = left; // below length
      if (right < heap.length && isWorse(heap[right]!, heap[worst]!)) worst = right; // below length
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst]!, heap[at]!]; // both below length
      at = worst;
    }
  };

  const rise = (): void => {
    let at = heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!isWorse(heap[at]!, heap[parent]!)) return; // both below length
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!]; // both below length
      at = parent;
    }
  };

  const offer = (scored: ScoredDoc): void => {
    if (heap.length < limit) {
      heap.push(scored);
      rise();
      return;
    }
    if (!isWorse(heap[0]!, scored)) return; // limit is at least 1
    heap[0] = scored;
    sink();
  };

  return {
    offer,
    toBeat: (): number => (heap.length < limit ? 0 : heap[0]!.score), // full, so not empty
    best: (): ScoredDoc[] => [...heap].sort((a, b) => (isWorse(a, b) ? 1 : -1)),
  };
};

const isWorse = (a: ScoredDoc, b: ScoredDoc): boolean => a.score < b.score || (a.score === b.score && a.doc > b.doc);
