import { type SnippetSpan, spanLength, spanOverlap } from "./snippet-span.ts";

/**
 * Reproduce BioASQ's official snippet average precision, defect included: any snippet of a right document counts, so it can exceed 1.
 *
 * Formula: Σ over snippets k of a gold document of (shared characters / characters of the first k), divided by `denominator`.
 * In: merged snippets of both sides; the denominator as in `averagePrecision`. Out: 0 or more. Nothing submitted: 0. A denominator of 0: NaN, as there.
 * @cite krithara2023bioasq
 */
export function officialSnippetAveragePrecision(
  submitted: readonly SnippetSpan[],
  gold: readonly SnippetSpan[],
  denominator: number,
): number {
  let sum = 0;
  for (const { snippet, precision } of precisions(submitted, gold))
    sum += precision * (gold.some(({ document }) => document === snippet.document) ? 1 : 0);
  return sum / denominator;
}

/**
 * Measure snippet average precision as its definition says: a snippet counts when it overlaps a gold snippet that none before it overlapped.
 *
 * Formula: Σ over such snippets k of (shared characters / characters of the first k), divided by min(10, gold snippets).
 * In: merged snippets of both sides, at most 10 submitted. Out: 0-1. Nothing submitted, or no gold snippet: 0.
 * @cite krithara2023bioasq
 */
export function snippetAveragePrecision(submitted: readonly SnippetSpan[], gold: readonly SnippetSpan[]): number {
  if (gold.length === 0) return 0;
  const left = new Set(gold);
  let sum = 0;
  for (const { snippet, precision } of precisions(submitted, gold)) {
    const found = [...left].find((other) => isOverlapping(snippet, other));
    if (!found) continue;
    left.delete(found);
    sum += precision;
  }
  return sum / Math.min(MOST, gold.length);
}

function precisions(
  submitted: readonly SnippetSpan[],
  gold: readonly SnippetSpan[],
): { snippet: SnippetSpan; precision: number }[] {
  let shared = 0;
  let length = 0;
  return submitted.map((snippet) => {
    length += spanLength(snippet);
    for (const other of gold) if (other.document === snippet.document) shared += spanOverlap(snippet, other);
    return { snippet, precision: shared / length };
  });
}

function isOverlapping(a: SnippetSpan, b: SnippetSpan): boolean {
  return a.document === b.document && spanOverlap(a, b) > 0;
}

/** Snippets that a submission may hold. */
const MOST = 10;
