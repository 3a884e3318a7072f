import { sentenceEvidence } from "../../retrieval/sentence-evidence.ts";
import type { Embedded } from "../../retrieval/sentence-evidence-features.ts";
import type { SentenceSpan } from "../../text/split-sentences.ts";

/** The sentences of one article's title and abstract. */
export type ArticleSpans = { title: readonly SentenceSpan[]; abstract: readonly SentenceSpan[] };

/**
 * Estimate how probable it is that each sentence of an article is evidence on a question, beside its neighbours.
 *
 * In: question with its vector, the article's sentences, the vector of each. Out: probability of each sentence, 0-1; only their order counts. A title is judged as a sentence before the abstract's first.
 */
export const evidenceOfSpans = (
  question: Embedded,
  { title, abstract }: ArticleSpans,
  vectorOf: ReadonlyMap<SentenceSpan, Float32Array>,
): Map<SentenceSpan, number> => {
  const titleText = title.map(({ text }) => text).join(" ");
  const embedded = (spans: readonly SentenceSpan[]) => spans.map((span) => ({ text: span.text, vector: vectorOf.get(span) }));
  const whole = sentenceEvidence({ claim: question, title: "", sentences: embedded([...title, ...abstract]) }, "anywhere");
  const within = sentenceEvidence({ claim: question, title: titleText, sentences: embedded(abstract) }, "anywhere");
  return new Map([
    ...title.map((span, at) => [span, whole[at] ?? 0] as const),
    ...abstract.map((span, at) => [span, within[at] ?? 0] as const),
  ]);
};
