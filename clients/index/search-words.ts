import { bestHits, type ScoredDoc } from "./best-hits.ts";
import { scoreBlocks } from "./block-scores.ts";
import { type Bm25, lengthsOf, wordWeight } from "./bm25.ts";
import { openLists } from "./posting-lists.ts";
import { type ChosenWords, chooseWords } from "./query-words.ts";
import type { IndexDatabase } from "./schema.ts";
import { offerTo, type SearchLimits, type Segment } from "./segments.ts";

export type WordSearch = {
  chosen: ChosenWords;
  /** Best first; equal scores by doc number. */
  best: ScoredDoc[];
  /** Retracted articles that would stand among the best. */
  retracted: ScoredDoc[];
  /** Articles scored (count): at most those that hold any of the words. */
  scored: number;
};

/**
 * Prepare a search by words: BM25 over title and abstract in one piece; any word may match.
 *
 * Every article that belongs among the best is found; the others are passed over block by block.
 * @cite robertson2009bm25 §3.2
 */
export const prepareWordSearch = (database: IndexDatabase, segments: readonly Segment[], bm25: Bm25) => {
  const listsOf = openLists(
    database,
    segments.map(({ segment }) => segment),
  );
  const articles = segments.reduce((sum, segment) => sum + segment.articles, 0);
  const words = segments.reduce((sum, segment) => sum + segment.words, 0);
  const collection = { lengths: lengthsOf(bm25, articles, words), words: segments.map(({ lengths }) => lengths) };

  return (text: string, { limit, lastYear, keepRetracted }: SearchLimits): WordSearch => {
    const chosen = chooseWords(text, (word) => listsOf(word).articles);
    const weighted = chosen.words.map(({ word, times, articles: holding }) => ({
      weight: wordWeight(bm25, articles, { times, holding }),
      lists: listsOf(word).lists,
    }));
    const [kept, withdrawn] = [bestHits(limit), bestHits(limit)];
    const destination = { lastYear, kept, withdrawn: keepRetracted ? kept : withdrawn };
    const scored = scoreBlocks(weighted, collection, {
      offer: (at, doc, score) => offerTo(destination, segments[at]!, doc, score), // a segment of the collection
      toBeat: kept.toBeat,
    });
    const retracted = withdrawn.best().filter(({ score }) => score > kept.toBeat());
    return { chosen, best: kept.best(), retracted, scored };
  };
};
