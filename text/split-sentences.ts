import { leadingHeading } from "./is-heading.ts";
import { breakBetween, type Line, linesOf, wrapWidth } from "./line-breaks.ts";
import { countWords, isPythonSpace, pythonTrim } from "./python-whitespace.ts";
import { endsSentence } from "./sentence-ends.ts";
import { insideSpans, unbrokenSpans } from "./unbroken-spans.ts";

/** A sentence and where it stands: `text === source.slice(start, end)`, in UTF-16 units. */
export interface SentenceSpan {
  text: string;
  start: number;
  end: number;
}

const END_MARK =
  /(?<mark>[.!?…]+)["'”’)\]}»*]*(?:\[\d+(?:[-–,]\s?\d+)*\])?|[。！？｡]+["”’」』）]*|\s(?=[•●▪◦‣]\s)|\s(?=\(?(?<number>\d{1,2})[.)]\s)/gu;
const PROSE_AFTER_HEADING = 5;

/**
 * Split a clinical note or an abstract into sentences, without changing or losing a character.
 * In: any text. Out: sentences in order; between them only (Python) white space. Headings, list items and labelled values stand alone; numbers, doses,
 * abbreviations, placeholders and short bracketed asides are never cut. Empty for a blank text.
 */
export function splitSentences(text: string): SentenceSpan[] {
  const inside = insideSpans(unbrokenSpans(text));
  const runs = runsOf(text, inside);
  return runs.flatMap(({ start, end }) => {
    const cuts = [start, ...cutsWithin(text, start, end, inside), end];
    return cuts.slice(1).flatMap((cut, index) => trimmed(text, cuts[index] ?? start, cut));
  });
}

// A run is what no line break ends: one line, or the lines of a wrapped paragraph.
function runsOf(text: string, inside: (offset: number) => boolean): Line[] {
  const lines = linesOf(text);
  const width = wrapWidth(lines);
  const runs: Line[] = [];
  let before = "";
  for (const line of lines) {
    const after = pythonTrim(text.slice(line.start, line.end));
    const last = runs.at(-1);
    const verdict = before === "" || after === "" ? "always" : breakBetween(before, after, width);
    if (last && verdict !== "always") last.end = line.end;
    else if (last && inside(line.start) && after !== "" && before !== "") last.end = line.end;
    else runs.push({ ...line });
    before = after;
  }
  return runs;
}

function cutsWithin(text: string, start: number, end: number, inside: (offset: number) => boolean): number[] {
  const cuts: number[] = [];
  let from = skipSpace(text, start, end);
  let item = 0;
  const cutAt = (offset: number) => {
    if (offset > start && offset < end) cuts.push(offset);
    from = skipSpace(text, offset, end);
    item = Number(/^\(?(\d{1,2})[.)]\s/u.exec(text.slice(from, from + 8))?.[1] ?? item);
    const heading = leadingHeading(text.slice(from, Math.min(end, from + 80)));
    if (heading > 0 && countWords(text.slice(from + heading, Math.min(end, from + 400))) >= PROSE_AFTER_HEADING) {
      cuts.push(from + heading);
      from = skipSpace(text, from + heading, end);
    }
  };
  cutAt(start);
  for (const match of text.slice(start, end).matchAll(END_MARK)) {
    const { mark, number } = match.groups ?? {};
    const index = start + match.index;
    const stop = index + match[0].length;
    if (stop >= end || index < from || inside(index)) continue;
    if (number !== undefined) {
      // "1. Aspirin 2. Metoprolol": the next number of a list that this sentence began.
      if (item > 0 && Number(number) === item + 1) cutAt(stop);
    } else if (mark === undefined) cutAt(stop);
    else if (isPythonSpace(text.charAt(stop))) {
      if (endsSentence(text, { index, mark, end: stop }, from)) cutAt(stop);
    } else if (mark === "." && isGlued(text, index, stop)) cutAt(stop);
  }
  return cuts;
}

// "resolved.Patient was", "common.METHODS: We": the space after the period was left out.
function isGlued(text: string, index: number, stop: number): boolean {
  const before = /\S*$/u.exec(text.slice(Math.max(0, index - 40), index))?.[0] ?? "";
  if (/[@/]|^www/u.test(before)) return false;
  const after = text.slice(stop, stop + 50);
  if (/^\p{Lu}{4,}[\p{Lu} /&,-]*: /u.test(after)) return true;
  return /\p{Ll}{3}$/u.test(before) && /^\p{Lu}\p{Ll}+(?:\s|,)/u.test(after);
}

function skipSpace(text: string, from: number, end: number): number {
  let offset = from;
  while (offset < end && isPythonSpace(text.charAt(offset))) offset += 1;
  return offset;
}

function trimmed(text: string, from: number, to: number): SentenceSpan[] {
  const start = skipSpace(text, from, to);
  let end = to;
  while (end > start && isPythonSpace(text.charAt(end - 1))) end -= 1;
  return start === end ? [] : [{ text: text.slice(start, end), start, end }];
}
