import type { Snippet } from "../../state/bioasq.ts";

/** Weigh a snippet's words and meaning alike. Out: mean of its composite lexical score and its cosine, 0-1; the score alone where there is no cosine. */
export const relevanceOf = ({ score, similarity }: Pick<Snippet, "score" | "similarity">): number =>
  similarity === null ? score : (score + Math.max(0, similarity)) / 2;

/** Tell whether two snippets share text of one section. Snippets without known offsets share none. */
export const overlaps = (one: Snippet, other: Snippet): boolean =>
  one.pmid === other.pmid &&
  one.section === other.section &&
  one.start >= 0 &&
  other.start >= 0 &&
  one.start < other.end &&
  other.start < one.end;
