/** Where a snippet lies: the official evaluator's view, with the end counted as part of the snippet. */
export type SnippetSpan = { document: string; begin: number; end: number; beginSection: string; endSection: string };

/**
 * Measure a snippet as BioASQ's evaluator does.
 *
 * Formula: end - begin + 1. Out: characters (count); one more than the text has, since the official files' end is exclusive.
 * @cite krithara2023bioasq
 */
export function spanLength({ begin, end }: SnippetSpan): number {
  return end - begin + 1;
}

/**
 * Count the characters that two snippets share, sections compared, documents not (the caller did).
 *
 * Formula: min(end) - max(begin) + 1, at least 0. Out: characters (count). Other section: 0, except that a submitted section "0" fits a gold "abstract".
 * @cite krithara2023bioasq
 */
export function spanOverlap(submitted: SnippetSpan, gold: SnippetSpan): number {
  const sameSection = submitted.beginSection === gold.beginSection && submitted.endSection === gold.endSection;
  if (!sameSection && !(submitted.beginSection === "0" && gold.beginSection === "abstract")) return 0;
  if (submitted.begin > gold.end || submitted.end < gold.begin) return 0;
  return Math.min(submitted.end, gold.end) - Math.max(submitted.begin, gold.begin) + 1;
}

/**
 * Merge overlapping snippets of one document and section, as BioASQ's evaluator does before it counts.
 *
 * In: snippets, best first. Out: snippets of which none overlap; a merged one stands at the place of its first part. Empty: none.
 * @cite krithara2023bioasq
 */
export function mergeSpans(spans: readonly SnippetSpan[]): SnippetSpan[] {
  const merged = [...spans];
  for (let i = 0; i < merged.length; i += 1) {
    for (let j = 0; j < merged.length; j += 1) {
      const [here, other] = [merged[i], merged[j]];
      if (i === j || !here || !other || !isSamePlace(here, other) || spanOverlap(here, other) === 0) continue;
      merged[i] = { ...here, begin: Math.min(here.begin, other.begin), end: Math.max(here.end, other.end) };
      merged.splice(j, 1);
      j = 0; // the official loop goes on at its second entry; the first was compared when it was `here`
    }
  }
  return merged;
}

function isSamePlace(a: SnippetSpan, b: SnippetSpan): boolean {
  return a.document === b.document && a.beginSection === b.beginSection && a.endSection === b.endSection;
}
