import { entityAlignment } from "./entity-alignment.ts";
import { formsOf } from "./lexical-forms.ts";
import type { QuestionProfile } from "./question-profile.ts";
import { textOverlap } from "./text-overlap.ts";

export type PrunableSnippet = { id: string; text: string; score: number };

export type PruneRule = {
  /** Best snippets that are never dropped (count). */
  keep: number;
  /** A snippet scoring below this is irrelevant (0-1). */
  below: number;
  /** Overlap with a better kept snippet above which one is redundant (0-1). */
  redundant: number;
  /** Share of the terms and entities now covered that must stay covered (0-1). */
  coverage: number;
};

export type Pruning = {
  /** safe: what is kept covers enough; unsafe: nothing can be dropped, and `dropped` is what one would have liked to drop. */
  verdict: "safe" | "unsafe";
  kept: string[];
  dropped: { id: string; reason: string }[];
};

/**
 * Drop irrelevant and redundant snippets while the question stays covered.
 * In: question; snippets, best first; rule. Out: verdict, kept ids in their order, dropped ones with reasons. Where dropping would uncover too many of the
 * question's words or names, the best of what was dropped comes back until coverage holds.
 * @cite dsgt2026 §4.1-4.2
 */
export function pruneSnippets(question: QuestionProfile, snippets: readonly PrunableSnippet[], rule: PruneRule): Pruning {
  const wanted = coveredBy(question, snippets);
  const reasons = new Map<string, string>();
  for (const [index, snippet] of snippets.entries()) {
    const better = snippets.slice(0, index).filter(({ id }) => !reasons.has(id));
    const reason = index < rule.keep ? undefined : reasonToDrop(snippet, better, rule);
    if (reason) reasons.set(snippet.id, reason);
  }
  const disliked = [...reasons].map(([id, reason]) => ({ id, reason }));
  for (const { id, text } of snippets) {
    const kept = snippets.filter((snippet) => !reasons.has(snippet.id));
    const held = coveredBy(question, kept);
    if ([...wanted].filter((item) => held.has(item)).length >= rule.coverage * wanted.size) break;
    const adds = [...coveredBy(question, [{ text }])].some((item) => wanted.has(item) && !held.has(item));
    if (adds) reasons.delete(id);
  }
  const kept = snippets.map(({ id }) => id).filter((id) => !reasons.has(id));
  if (reasons.size === 0 && disliked.length > 0) return { verdict: "unsafe", kept, dropped: disliked };
  return { verdict: "safe", kept, dropped: [...reasons].map(([id, reason]) => ({ id, reason })) };
}

/**
 * Measure how much of what the snippets together cover a part of them covers.
 * In: question, all snippets, a part of them. Out: share of the question's covered words and names, 0-1; 1 when nothing was covered.
 */
export function coverageOf(
  question: QuestionProfile,
  all: readonly { text: string }[],
  part: readonly { text: string }[],
): number {
  const wanted = coveredBy(question, all);
  const held = coveredBy(question, part);
  return wanted.size === 0 ? 1 : [...wanted].filter((item) => held.has(item)).length / wanted.size;
}

function reasonToDrop({ text, score }: PrunableSnippet, better: readonly PrunableSnippet[], rule: PruneRule): string | undefined {
  if (score < rule.below) return `irrelevant: it scores ${score.toFixed(2)}, below ${rule.below}`;
  const twin = better.find((other) => textOverlap(text, other.text) > rule.redundant);
  return twin ? `redundant: it says what snippet ${twin.id} says` : undefined;
}

/** The question's words and names that texts hold. */
function coveredBy(question: QuestionProfile, texts: readonly { text: string }[]): Set<string> {
  const forms = texts.map(({ text }) => formsOf(text));
  const words = question.keywords.filter((keyword) => forms.some((text) => text.includes(keyword)));
  const names = question.entities.filter((entity) =>
    forms.some((text) => (entityAlignment({ ...question, entities: [entity] }, text) ?? 0) > 0),
  );
  return new Set([...words.map((word) => `word ${word}`), ...names.map(({ canonical }) => `name ${canonical}`)]);
}
