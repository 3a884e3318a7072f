import type { NumberedSnippet } from "../../../../prompts/bioasq/numbered-snippets.ts";
import { cosine } from "../../../../retrieval/vectors.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import { inverseDocumentFrequency } from "../../../../text/content-words.ts";
import { oneLine } from "../../../../text/one-line.ts";
import { splitSentences } from "../../../../text/split-sentences.ts";
import type { Extracting } from "../handler.ts";
import { evidenceTerms, isName, shareOfTerms } from "./evidence-terms.ts";

/** A sentence of the snippets; one that several snippets hold stands once. */
export type EvidenceSentence = {
  text: string;
  /** Numbers of the snippets that hold it, in their order. */
  snippets: readonly number[];
  /** Place of its first snippet among the snippets, from 0. */
  place: number;
  terms: readonly string[];
  vector: Float32Array;
  /** To the question, 0-1. */
  cosine: number;
  /** Share of the question's terms that it holds, weighed by rarity, 0-1. */
  overlap: number;
  /** Weighted mean of cosine and overlap, 0-1. */
  relevance: number;
};

/** A question beside what the snippets say. */
export type Evidence = {
  question: string;
  terms: readonly string[];
  vector: Float32Array;
  /** Rarity of a term among the sentences. */
  weight: (term: string) => number;
  /** In the order of the snippets. */
  sentences: EvidenceSentence[];
};

/**
 * Split snippets into sentences and measure what each has to do with the question.
 * In: question, snippets. Out: the evidence; no sentences for no or blank snippets. If the encoder is down: its outcome.
 */
export async function evidenceFor(
  question: string,
  snippets: readonly NumberedSnippet[],
  { embed, settings, signal }: Extracting,
): Promise<Outcome<Evidence>> {
  const held = sentencesOf(snippets);
  // Questions and abstracts are public text: their vectors may be kept.
  const embedded = await embed([question, ...held.map(({ text }) => text)], { signal, remember: true });
  if (embedded.is !== "ok") return embedded;
  const [asked = new Float32Array(), ...vectors] = embedded.value;
  const told = held.map((sentence) => ({ ...sentence, terms: evidenceTerms(sentence.text) }));
  const rarity = inverseDocumentFrequency(told.map(({ terms }) => terms));
  const weight = (term: string) => rarity(term) * (isName(term) ? settings.evidenceNameWeight : 1);
  const terms = evidenceTerms(question);
  const sentences = told.flatMap((sentence, at): EvidenceSentence[] => {
    const vector = vectors[at];
    if (vector === undefined) return [];
    const near = Math.max(0, cosine(asked, vector));
    const overlap = shareOfTerms(terms, sentence.terms, weight);
    const relevance = settings.evidenceCosineWeight * near + (1 - settings.evidenceCosineWeight) * overlap;
    return [{ ...sentence, vector, cosine: near, overlap, relevance }];
  });
  return ok({ question, terms, vector: asked, weight, sentences });
}

/** Sort sentences, the most relevant first; equals keep their order. */
export const mostRelevantFirst = (sentences: readonly EvidenceSentence[]): EvidenceSentence[] =>
  sentences.toSorted((a, b) => b.relevance - a.relevance);

function sentencesOf(snippets: readonly NumberedSnippet[]): Pick<EvidenceSentence, "text" | "snippets" | "place">[] {
  const byText = new Map<string, { text: string; snippets: number[]; place: number }>();
  for (const [place, { n, text }] of snippets.entries()) {
    for (const { text: sentence } of splitSentences(oneLine(text))) {
      if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
      const seen = byText.get(sentence) ?? { text: sentence, snippets: [], place };
      if (!seen.snippets.includes(n)) seen.snippets.push(n);
      byText.set(sentence, seen);
    }
  }
  return [...byText.values()];
}
