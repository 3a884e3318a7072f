import { countWords } from "../../../../text/python-whitespace.ts";

// More words say nothing on whether a sentence is evidence.
const LONG = 40;
const VERB =
  /(?<!\p{L})(?:was|were|is|are|be|been|has|have|had|will|should|may|must|received|started|stopped|showed|felt)(?!\p{L})/iu;
const ADDRESSED = /(?<!\p{L})your?(?!\p{L})/iu;
const FUTURE = /(?<!\p{L})(?:will|should|may|can|must|plan(?:ned)?|until|if|return|avoid|recommend\p{L}*|advised?)(?!\p{L})/iu;
const DENIAL = /(?<!\p{L})(?:no|not|without|never|denie[sd]|negative|none|nor|cannot)(?!\p{L})/iu;
const OUTCOME =
  /(?<!\p{L})(?:improved|resolved|recovered|persist\p{L}*|worsen\p{L}*|fell|rose|normal|stable|confirmed|showed|revealed|cleared)(?!\p{L})/iu;
const LABEL = /^[^.:]{2,40}:\s/u;
const CAPITALS = /^\P{L}*\p{Lu}[\p{Lu}\p{N}]+\P{L}*$/u;
const FIGURE = /\d[\d.,/]*/gu;

/**
 * Measure how a sentence of a note is worded, whatever the question: evidence is seldom a fragment, and a list's line seldom evidence.
 * In: a sentence. Out: features by name; words is the natural logarithm of their count (1-40), the others lie in 0-1.
 */
export function sentenceForm(text: string): Readonly<Record<string, number>> {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  const counted = Math.max(1, countWords(text));
  return {
    words: Math.log(Math.min(LONG, counted)),
    commas: upTo(4, text.split(/[,;]/u).length - 1),
    brackets: is(text.includes("(")),
    capitals: words.filter((word) => CAPITALS.test(word)).length / counted,
    figures: upTo(6, [...text.matchAll(FIGURE)].length),
    listed: is(/^\s*[-*•]/u.test(text)),
    problem: is(/^\s*#/u.test(text)),
    label: is(LABEL.test(text)),
    verb: is(VERB.test(text)),
    future: is(FUTURE.test(text)),
    denial: is(DENIAL.test(text)),
    outcome: is(OUTCOME.test(text)),
    addressed: is(ADDRESSED.test(text)),
  };
}

const is = (value: boolean): number => (value ? 1 : 0);
const upTo = (most: number, count: number): number => Math.min(most, count) / most;
