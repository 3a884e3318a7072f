import type { Article } from "../../state/article.ts";
import type { Failure, Outcome } from "../../state/outcome.ts";
import type { Deletion } from "../index/stage-articles.ts";

/** The last state of each pmid of some records; undefined for a deleted one. */
export type Batch = ReadonlyMap<string, Article | undefined>;

/** Most characters of one batch. Two bytes each at most, so that a request stays far below a server's 100 MB. */
const MOST_CHARACTERS = 4_000_000;

/** Gather records into batches. In: the source, most articles a batch; onRead is told of each record. Out: batches in the source's order. */
export async function* batchesOf(
  source: AsyncIterable<Article | Deletion>,
  most: number,
  onRead: () => void,
): AsyncGenerator<Batch> {
  let [characters, batch] = [0, new Map<string, Article | undefined>()];
  for await (const record of source) {
    onRead();
    const [pmid, article] = "deleted" in record ? [record.deleted, undefined] : [record.pmid, record];
    batch.set(pmid, article);
    characters += article?.sections.reduce((sum, { text }) => sum + text.length, article.title.length) ?? 0;
    if (batch.size < most && characters < MOST_CHARACTERS) continue;
    yield batch;
    [characters, batch] = [0, new Map()];
  }
  if (batch.size > 0) yield batch;
}

export type Lane = {
  /** Put a batch under way when there is room; the first failure of any batch, after which none is begun. */
  add(batch: Batch): Promise<Failure | undefined>;
  /** Wait for all that is under way; the first failure. */
  drained(): Promise<Failure | undefined>;
};

/**
 * Put several batches under way at once, but never two that hold the same pmid: a refused older version, sent again, must not overwrite a newer one.
 *
 * In: what puts one batch, most batches at once. Out: see Lane; both functions throw what a batch threw.
 */
export const openLane = (put: (batch: Batch) => Promise<Outcome<unknown>>, atOnce: number): Lane => {
  const underWay = new Map<Promise<void>, Batch>();
  let failed: Failure | undefined;
  let thrown: { error: unknown } | undefined;
  const ended = (): Failure | undefined => {
    if (thrown !== undefined) throw thrown.error;
    return failed;
  };
  const isBlocked = (batch: Batch): boolean =>
    underWay.size >= atOnce || [...underWay.values()].some((other) => [...batch.keys()].some((pmid) => other.has(pmid)));
  return {
    add: async (batch) => {
      while (ended() === undefined && isBlocked(batch)) await Promise.race(underWay.keys());
      const before = ended();
      if (before !== undefined) return before;
      const one: Promise<void> = put(batch)
        .then(
          (outcome) => {
            if (outcome.is !== "ok") failed ??= outcome;
          },
          (error: unknown) => {
            thrown ??= { error };
          },
        )
        .finally(() => underWay.delete(one));
      underWay.set(one, batch);
      return undefined;
    },
    drained: async () => {
      await Promise.all(underWay.keys());
      return ended();
    },
  };
};
