import { contentForms } from "../retrieval/lexical-forms.ts";
import { cosine } from "../retrieval/vectors.ts";
import type { Outcome } from "../state/outcome.ts";
import { inverseDocumentFrequency } from "../text/content-words.ts";
import { overlapOfCounts } from "./measures/set-overlap.ts";
import { overlapCounts, sumOverlap } from "./measures/sum-overlap.ts";

/** What a simple rule goes by: place, idf-weighted words of the question, nearness by MiniLM, or the mean of the last two. */
export const SIMPLE = ["first", "words", "cosine", "mean"] as const;
export type Simple = (typeof SIMPLE)[number];

/** Sentences with their score, in order; gold: indices that are evidence. */
export type ScoredItem = { scores: readonly number[]; gold: ReadonlySet<number> };

/** The best so many, or all that reach a share of the best one's score. */
export type Cut = { most: number } | { share: number };

type Embed = (texts: readonly string[]) => Promise<Outcome<Float32Array[]>>;

/**
 * Score sentences for a question as a simple rule does.
 *
 * Formula: first: earlier is higher; words: share of the question's word forms, weighed by idf within the sentences, that a sentence holds; cosine: of MiniLM's vectors, not below 0; mean of these two.
 * In: the rule, question, sentences, embed. Out: one score a sentence, 0-1. If the encoder is down: its outcome is thrown.
 */
export async function simpleScores(by: Simple, question: string, sentences: readonly string[], embed: Embed): Promise<number[]> {
  if (by === "first") return sentences.map((_, at) => (sentences.length - at) / sentences.length);
  const words = by === "cosine" ? [] : wordScores(question, sentences);
  if (by === "words") return words;
  const embedded = await embed([question, ...sentences]);
  if (embedded.is !== "ok") throw new Error(embedded.detail);
  const [asked = new Float32Array(), ...vectors] = embedded.value;
  const near = vectors.map((vector) => Math.max(0, cosine(asked, vector)));
  return by === "cosine" ? near : near.map((value, at) => (value + words[at]!) / 2); // one a sentence
}

function wordScores(question: string, sentences: readonly string[]): number[] {
  const forms = sentences.map((sentence) => contentForms(sentence));
  const weight = inverseDocumentFrequency(forms);
  const asked = [...new Set(contentForms(question))];
  const total = asked.reduce((sum, form) => sum + weight(form), 0);
  return forms.map((own) => {
    const held = new Set(own);
    return total === 0 ? 0 : asked.reduce((sum, form) => sum + (held.has(form) ? weight(form) : 0), 0) / total;
  });
}

/** Choose sentences. In: scores, the cut. Out: indices in order; of equal scores the earlier; nothing that scores 0 by a share. */
export function chooseBy(scores: readonly number[], cut: Cut): number[] {
  const best = scores.map((score, at) => ({ score, at })).toSorted((a, b) => b.score - a.score || a.at - b.at);
  const top = best[0]?.score ?? 0;
  const chosen = "most" in cut ? best.slice(0, cut.most) : best.filter(({ score }) => score > 0 && score >= cut.share * top);
  return chosen.map(({ at }) => at).toSorted((a, b) => a - b);
}

const MOST = 12;
const CUTS: readonly Cut[] = [
  ...Array.from({ length: MOST }, (_, at) => ({ most: at + 1 })),
  ...[0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((share) => ({ share })),
];

/**
 * Find the cut with which a rule does best on these very items, so that nobody can say that the baseline was set too low.
 *
 * In: items with scores and gold. Out: the cut with the highest micro F1 (the first among equals), and that F1 (0-1): an upper bound of what the rule can do here.
 */
export function bestCut(items: readonly ScoredItem[]): { cut: Cut; f1: number } {
  return CUTS.map((cut) => ({
    cut,
    f1: overlapOfCounts(sumOverlap(items.map(({ scores, gold }) => overlapCounts(chooseBy(scores, cut), gold)))).f1,
  })).reduce((best, one) => (one.f1 > best.f1 ? one : best));
}
