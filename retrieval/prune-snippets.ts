import { entityAlignment } from "./entity-alignment.ts";
import { contentForms, formsOf, shareHeld } from "./lexical-forms.ts";
import type { QuestionProfile } from "./question-profile.ts";

export type PrunableSnippet = {
  id: string;
  text: string;
  /** Relevance to the question (0-1). */
  relevance: number;
  /** Greatest cosine to one of the best snippets, which are never dropped (-1 to 1); null where it is not known. */
  likeness: number | null;
};

export type PruneRule = {
  /** Best snippets that are never dropped (count). */
  keep: number;
  /** Share of the greatest relevance below which a snippet may be irrelevant (0-1). */
  below: number;
  /** A snippet is irrelevant only if its likeness is below this too (0-1). */
  unlike: number;
  /** Share of a snippet's words that a better kept one holds above which it is redundant (0-1). */
  repeats: number;
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
 *
 * A snippet is irrelevant if the question and the best snippets are both far from it: where only one of them names the question's subject, the
 * others speak of it by another name, and their words would be lost (docs/decisions/0021).
 * In: question; snippets, best first; rule. Out: verdict, kept ids in their order, dropped ones with reasons. Where dropping would uncover too many of the
 * question's words or names, the best of what was dropped comes back until coverage holds. A snippet whose likeness is not known is not irrelevant.
 * @cite dsgt2026 §4.1-4.2
 */
export function pruneSnippets(question: QuestionProfile, snippets: readonly PrunableSnippet[], rule: PruneRule): Pruning {
  const wanted = coveredBy(question, snippets);
  const least = rule.below * Math.max(0, ...snippets.map(({ relevance }) => relevance));
  const reasons = new Map<string, string>();
  for (const [index, snippet] of snippets.entries()) {
    const better = snippets.slice(0, index).filter(({ id }) => !reasons.has(id));
    const reason = index < rule.keep ? undefined : reasonToDrop(snippet, better, least, rule);
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

function reasonToDrop(
  { text, relevance, likeness }: PrunableSnippet,
  better: readonly PrunableSnippet[],
  least: number,
  { unlike, repeats }: PruneRule,
): string | undefined {
  if (relevance < least && likeness !== null && likeness < unlike) {
    const [own, most, near] = [relevance, least, likeness].map((value) => value.toFixed(2));
    return `irrelevant: its relevance is ${own}, below ${most}, and its likeness to the best snippets ${near}, below ${unlike}`;
  }
  const words = [...new Set(contentForms(text))];
  const twin = better.find((other) => words.length > 0 && shareHeld(words, contentForms(other.text)) > repeats);
  return twin ? `redundant: snippet ${twin.id} says it` : undefined;
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
