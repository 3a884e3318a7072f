import { cosine } from "../../../../retrieval/vectors.ts";
import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import { inverseDocumentFrequency } from "../../../../text/content-words.ts";
import { isHeading } from "../../../../text/is-heading.ts";
import type { Extracting } from "../handler.ts";
import { saidTerms, shareSaid } from "./said-terms.ts";

/** A note sentence with how far it backs a statement: mean of cosine and of the share of the statement's terms that it holds, 0-1. */
export type Backing = Sentence & { support: number; cosine: number; known: ReadonlySet<string> };

/** What the sentences of a note back of a statement. */
export type Support = { backing: Backing[]; terms: readonly string[]; weight: (term: string) => number };

/**
 * Measure how far each sentence of a note backs a statement.
 * In: statement, note. Out: the note's sentences in order, headings left out; the statement's terms and their weight. If the encoder is down: its outcome.
 */
export async function supportOf(
  statement: string,
  note: readonly Sentence[],
  { embed, settings, signal }: Extracting,
): Promise<Outcome<Support>> {
  const told = note.filter(({ text }) => !isHeading(text));
  const embedded = await embed([statement, ...told.map(({ text }) => text)], { signal });
  if (embedded.is !== "ok") return embedded;
  const [said, ...vectors] = embedded.value;
  const held = told.map(({ text }) => saidTerms(text));
  const weight = inverseDocumentFrequency(held.map(({ own }) => own));
  const terms = saidTerms(statement).own;
  const backing = told.map((sentence, at): Backing => {
    const vector = vectors[at];
    const known = held[at]?.known ?? new Set<string>();
    const near = said && vector ? Math.max(0, cosine(said, vector)) : 0;
    return {
      ...sentence,
      known,
      cosine: near,
      support: settings.supportCosineWeight * near + (1 - settings.supportCosineWeight) * shareSaid(terms, known, weight),
    };
  });
  return ok({ backing, terms, weight });
}
