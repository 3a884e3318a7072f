import type { LiveParts } from "../graphs/live-parts.ts";
import { bestCut, type Cut, chooseBy, type ScoredItem, type Simple, simpleScores } from "./simple-evidence.ts";

/** Sentences of which some are evidence for a question; several questions where a rule may go by any of them. gold: indices. */
export type SimpleItem = { id: string; questions: string[]; sentences: { id: string; text: string }[]; gold: Set<number> };

/** What a rule chose with the question (index) and the cut by which it does best on these very items. */
export type Chosen = { question: number; cut: Cut; selected: number[][]; scores: (readonly number[])[] };

/** Let a rule choose. In: the rule, items with the same number of questions each, embed. Out: the choice, one entry an item. If the encoder is down: its outcome is thrown. */
export async function chooseSimply(
  by: Simple,
  items: readonly SimpleItem[],
  embed: LiveParts["embed"],
  { signal, tick }: { signal: AbortSignal; tick: (done: number) => void },
): Promise<Chosen> {
  const perQuestion: ScoredItem[][] = [];
  for (const [at, { questions, sentences, gold }] of items.entries()) {
    for (const [which, question] of questions.entries()) {
      const texts = sentences.map(({ text }) => text);
      const scores = await simpleScores(by, question, texts, (given) => embed([...given], { signal }));
      perQuestion[which] ??= [];
      perQuestion[which].push({ scores, gold });
    }
    tick(at + 1);
  }
  if (perQuestion.length === 0) return { question: 0, cut: { most: 1 }, selected: [], scores: [] };
  const best = perQuestion
    .map((scored, question) => ({ question, scored, ...bestCut(scored) }))
    .reduce((top, one) => (one.f1 > top.f1 ? one : top));
  return {
    question: best.question,
    cut: best.cut,
    selected: best.scored.map(({ scores }) => chooseBy(scores, best.cut)),
    scores: best.scored.map(({ scores }) => scores),
  };
}
