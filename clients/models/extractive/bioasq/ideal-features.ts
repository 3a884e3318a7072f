import { cosine } from "../../../../retrieval/vectors.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import type { Evidence, EvidenceSentence } from "./evidence.ts";

const CONCLUDES =
  /^(?:(?:in )?conclusions?|in summary|overall|taken together|thus|therefore|interpretation|(?:these|our) (?:results|findings|data))\b/iu;
const REPORTS = /^(?:we|our|the aim|the purpose|background|objectives?|methods?|this study|this review|here)\b/iu;
const DEFINES = /\b(?:is|are) (?:an?|the|one of)\b|\bcharacteri[sz]ed by\b|\bcaused by\b|\bdefined as\b|\bknown as\b/iu;
const REFERS = /^(?:it|they|these|this|those|such|however|but|moreover|furthermore|in addition|additionally|he|she)\b/iu;
const FIGURES = /\d[^.]*\d[^.]*\d[^.]*\d/u;
// A given snippet may begin inside a word or a sentence.
const FRAGMENT = /^(?:\p{Ll}{2,}|[^\p{L}\p{N}"'“([])/u;
const LONG = 40;

/**
 * Measure how likely the sentences of the evidence are to stand in an answer.
 * In: evidence. Out: features of each sentence, in its order.
 */
export function idealFeatures({ sentences }: Evidence): Readonly<Record<string, number>>[] {
  return sentences.map((sentence, at) => {
    const words = countWords(sentence.text);
    const others = sentences.filter((_, other) => other !== at);
    const alike = others.map(({ vector }) => cosine(sentence.vector, vector));
    return {
      cosine: sentence.cosine,
      overlap: sentence.overlap,
      central: alike.reduce((sum, value) => sum + value, 0) / Math.max(1, alike.length),
      echoed: Math.max(0, ...alike),
      early: 1 / (1 + sentence.place),
      repeated: sentence.snippets.length > 1 ? 1 : 0,
      leads: isFirst(sentence, sentences[at - 1]) ? 1 : 0,
      words: Math.min(words, 2 * LONG) / LONG,
      "words:squared": (Math.min(words, 2 * LONG) / LONG) ** 2,
      concludes: CONCLUDES.test(sentence.text) ? 1 : 0,
      reports: REPORTS.test(sentence.text) ? 1 : 0,
      defines: DEFINES.test(sentence.text) ? 1 : 0,
      refers: REFERS.test(sentence.text) ? 1 : 0,
      fragment: FRAGMENT.test(sentence.text) ? 1 : 0,
      unended: /[.!?)”"\]]\s*$/u.test(sentence.text) ? 0 : 1,
      figures: FIGURES.test(sentence.text) ? 1 : 0,
    };
  });
}

const isFirst = (sentence: EvidenceSentence, before: EvidenceSentence | undefined): boolean => before?.place !== sentence.place;
