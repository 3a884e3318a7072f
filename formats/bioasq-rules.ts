/** Limits of a BioASQ submission: counts, characters and words. */
export const BIOASQ_LIMITS = {
  documents: 10,
  snippets: 10,
  factoids: 5,
  listEntries: 100,
  entryCharacters: 100,
  idealWords: 200,
} as const;

/** The keys of a submitted snippet; the evaluator crashes on any other. */
export const SNIPPET_KEYS = [
  "document",
  "text",
  "offsetInBeginSection",
  "offsetInEndSection",
  "beginSection",
  "endSection",
] as const;

export const SNIPPET_SECTIONS = ["title", "abstract"] as const;

/** The ideal answer of a question that has none. */
export const NO_EVIDENCE_ANSWER = "No answer was found in the evidence.";

/** Which parts a submission of a phase holds. */
export type BioasqPhase = "A" | "A+" | "B";

/**
 * Write one surface form of an exact answer as the evaluator compares it.
 * In: an entry. Out: lower case, trimmed: entries that are equal so are one.
 */
export function sameEntry(entry: string): string {
  return entry.trim().toLowerCase();
}
