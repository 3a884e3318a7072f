/** A sentence of a section with its relevance (higher is better). */
export type ScoredSentence = { start: number; end: number; score: number };

/** A title or abstract with its sentences in order, without overlap. */
export type ScoredSection = { pmid: string; section: "title" | "abstract"; text: string; sentences: readonly ScoredSentence[] };

/** A span of neighbouring sentences: `text === section text.slice(start, end)`; score of its best sentence. */
export type SnippetWindow = {
  pmid: string;
  section: "title" | "abstract";
  text: string;
  start: number;
  end: number;
  score: number;
};

/** Most sentences in a window and most windows (counts); the share of its best sentence's score that a neighbour needs (0-1). */
export type WindowRule = { sentences: number; windows: number; joinShare: number };

/**
 * Cut the best windows of neighbouring sentences out of articles.
 * In: sections, best article first; rule. Out: windows, best first, none overlapping another; among equals the earlier article and sentence.
 * Each window grows from the best sentence still free, towards its better neighbour, while that one scores enough.
 * @cite spec bioasq best; dsgt2026 §4.2
 */
export function snippetWindows(sections: readonly ScoredSection[], rule: WindowRule): SnippetWindow[] {
  return sections
    .flatMap((section) => windowsOf(section, rule))
    .sort((one, other) => other.score - one.score)
    .slice(0, rule.windows);
}

function windowsOf({ pmid, section, text, sentences }: ScoredSection, rule: WindowRule): SnippetWindow[] {
  const taken = new Set<number>();
  const best = [...sentences.keys()].sort(
    (one, other) => (sentences[other]?.score ?? 0) - (sentences[one]?.score ?? 0) || one - other,
  );
  const windows: SnippetWindow[] = [];
  for (const seed of best) {
    if (taken.has(seed) || windows.length >= rule.windows) continue;
    const { from, to } = grow(sentences, seed, taken, rule);
    for (let index = from; index <= to; index += 1) taken.add(index);
    const start = sentences[from]?.start ?? 0;
    const end = sentences[to]?.end ?? 0;
    windows.push({ pmid, section, text: text.slice(start, end), start, end, score: sentences[seed]?.score ?? 0 });
  }
  return windows;
}

function grow(
  sentences: readonly ScoredSentence[],
  seed: number,
  taken: ReadonlySet<number>,
  rule: WindowRule,
): { from: number; to: number } {
  const needed = (sentences[seed]?.score ?? 0) * rule.joinShare;
  let from = seed;
  let to = seed;
  while (to - from + 1 < rule.sentences) {
    const [next] = [from - 1, to + 1]
      .filter((index) => !taken.has(index) && needed > 0 && (sentences[index]?.score ?? -1) >= needed)
      .sort((one, other) => (sentences[other]?.score ?? 0) - (sentences[one]?.score ?? 0));
    if (next === undefined) break;
    from = Math.min(from, next);
    to = Math.max(to, next);
  }
  return { from, to };
}
