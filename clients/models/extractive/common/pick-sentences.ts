import { cosine } from "../../../../retrieval/vectors.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import type { Ranked } from "./relevance.ts";

/**
 * Choose sentences that are relevant and unlike each other, as many as a word limit holds.
 * In: sentences best first, each with the words it will take; maxWords; diversity (0-1, weight of being unlike those chosen). Out: the chosen, in the order of choice.
 * @cite carbonell1998mmr §2
 */
export function pickSentences<Item extends Pick<Ranked, "rank" | "vector"> & { said: string }>(
  sentences: readonly Item[],
  { maxWords, diversity, most }: { maxWords: number; diversity: number; most: number },
): Item[] {
  const chosen: Item[] = [];
  let left = sentences.filter(({ said }) => said !== "");
  let room = maxWords;
  while (chosen.length < most) {
    left = left.filter((item) => !chosen.includes(item) && countWords(item.said) <= room);
    const gains = left.map(
      (item) => (1 - diversity) * item.rank - diversity * Math.max(0, ...chosen.map(({ vector }) => cosine(item.vector, vector))),
    );
    const next = left[gains.indexOf(Math.max(...gains))];
    if (next === undefined) return chosen;
    chosen.push(next);
    room -= countWords(next.said);
  }
  return chosen;
}
