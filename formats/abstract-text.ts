import type { Section } from "../state/article.ts";
import { type SentenceSpan, splitSentences } from "../text/split-sentences.ts";

/** Where one part of an abstract stands in the official abstract text: offsets in UTF-16 units, the end exclusive. */
export interface AbstractPart {
  /** Place of its section in the article, from 0. */
  section: number;
  /** Where the part begins, with its label. */
  start: number;
  /** Where its section's text begins, after the label. */
  textStart: number;
  end: number;
}

/**
 * Write an abstract as BioASQ counts its offsets: all parts joined without a separator, each labelled part as `LABEL: text`.
 * In: an article's sections. Out: the text; "" for an article without abstract. In 398 gold snippets of batches 7B–11B that span a label, no character stands between.
 */
export function abstractText(sections: readonly Section[]): string {
  return sections.map(partText).join("");
}

/**
 * Map the official abstract text back to the sections it came from.
 * In: an article's sections. Out: one part a section that has text, in order; together they cover the whole text.
 */
export function abstractParts(sections: readonly Section[]): AbstractPart[] {
  let start = 0;
  return sections.flatMap((section, index) => {
    const end = start + partText(section).length;
    const part = { section: index, start, textStart: end - section.text.length, end };
    start = end;
    return part.start === part.end ? [] : [part];
  });
}

/**
 * Split an abstract into sentences.
 * In: an article's sections. Out: sentences in order, with offsets in the official abstract text; the first of a labelled part begins with its label; none spans two parts.
 */
export function abstractSentences(sections: readonly Section[]): SentenceSpan[] {
  return abstractParts(sections).flatMap(({ section, start }) => {
    const part = sections[section]; // parts name sections of the same list
    return splitSentences(part ? partText(part) : "").map((sentence) => ({
      text: sentence.text,
      start: start + sentence.start,
      end: start + sentence.end,
    }));
  });
}

function partText({ label, text }: Section): string {
  if (text === "") return "";
  return label ? `${label}: ${text}` : text;
}
