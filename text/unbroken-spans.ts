/** A span in which no sentence ends: offsets of its first character and after its last. */
export interface UnbrokenSpan {
  start: number;
  end: number;
}

// [**Known lastname 123**] of MIMIC-III. Bounded by its own end, so that two tags never swallow the text between.
const PLACEHOLDER = /\[\*\*(?:(?!\[\*\*|\*\*\])[\s\S]){0,120}\*\*\]/gu;
const CLOSES = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
const LONGEST_ASIDE = 200;

/**
 * Find de-identification placeholders and short bracketed asides.
 * In: any text. Out: spans that do not overlap, in order; asides of at most 200 characters without a blank line.
 */
export function unbrokenSpans(text: string): UnbrokenSpan[] {
  const tags = [...text.matchAll(PLACEHOLDER)].map((tag) => ({ start: tag.index, end: tag.index + tag[0].length }));
  return outermost([...tags, ...asides(text)]);
}

/**
 * Make a test for offsets inside unbroken spans.
 * In: spans that do not overlap, in order. Out: a function that is true for an offset strictly inside one.
 */
export function insideSpans(spans: readonly UnbrokenSpan[]): (offset: number) => boolean {
  return (offset) => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle]!.end <= offset)
        low = middle + 1; // middle < high <= length
      else high = middle;
    }
    const span = spans[low];
    return span !== undefined && span.start < offset;
  };
}

function asides(text: string): UnbrokenSpan[] {
  const open: { bracket: string; at: number }[] = [];
  const found: UnbrokenSpan[] = [];
  for (const match of text.matchAll(/[()[\]{}]/gu)) {
    const opening = CLOSES.get(match[0]);
    if (opening === undefined) {
      open.push({ bracket: match[0], at: match.index });
      continue;
    }
    // A closing bracket of another kind than the last open one is a list marker, "a)", or a typing error.
    const last = open.at(-1);
    if (last?.bracket !== opening) continue;
    open.pop();
    const end = match.index + 1;
    if (end - last.at <= LONGEST_ASIDE && !/\n[^\S\n]*\r?\n/u.test(text.slice(last.at, end))) found.push({ start: last.at, end });
  }
  return found;
}

function outermost(spans: readonly UnbrokenSpan[]): UnbrokenSpan[] {
  const sorted = [...spans].sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: UnbrokenSpan[] = [];
  for (const span of sorted) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push({ ...span });
    else if (span.end > last.end) last.end = span.end;
  }
  return kept;
}
