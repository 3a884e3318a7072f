import { f1 } from "./f1.ts";
import type { Overlap } from "./set-overlap.ts";
import { type SnippetSpan, spanLength, spanOverlap } from "./snippet-span.ts";

/**
 * Compare submitted and gold snippets by characters: BioASQ's official snippet precision, recall and F1.
 *
 * Formula: P = shared characters / submitted characters, R = shared / gold, F1 = 2PR / (P + R).
 * In: merged snippets of both sides (`mergeSpans`). Out: 0-1. No snippet submitted, or no gold snippet: 0.
 * @cite krithara2023bioasq
 */
export function snippetOverlap(submitted: readonly SnippetSpan[], gold: readonly SnippetSpan[]): Overlap {
  const goldParts = gold.map(({ document }) => lastPart(document));
  const shared = sum(
    submitted.flatMap((snippet) => {
      const article = lastPart(snippet.document);
      return gold.filter((_, at) => goldParts[at] === article).map((other) => spanOverlap(snippet, other));
    }),
  );
  const submittedLength = sum(submitted.map(spanLength));
  const goldLength = sum(gold.map(spanLength));
  const precision = submittedLength === 0 ? 0 : shared / submittedLength;
  const recall = goldLength === 0 ? 0 : shared / goldLength;
  return { precision, recall, f1: f1(precision, recall) };
}

/** The evaluator compares what stands after the last slash, a trailing slash ignored. */
function lastPart(document: string): string {
  return document.replace(/\/+$/, "").split("/").at(-1) ?? "";
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
