import { createRequire } from "node:module";
import { z } from "zod";
import { pythonTrim } from "./python-whitespace.ts";

const words = z.array(z.string()).transform((list) => new Set(list));
const { neverEnd, beforeNumber, mayEnd, notStarters, sentenceStarters } = z
  .object({
    source: z.string(),
    neverEnd: words,
    beforeNumber: words,
    mayEnd: words,
    notStarters: words,
    sentenceStarters: words,
  })
  .parse(createRequire(import.meta.url)("./abbreviations.json"));

const LOOK_BACK = 60;
const LOOK_AHEAD = 60;
const LIST_MARKER = /^[(#]?(?:\d{1,3}|\p{L}|[ivxIVX]{1,4})$/u;
const DOTTED = /^(?:\p{L}\.)+\p{L}$/u;
const START = /^(?:[\p{Lu}\p{Lt}\p{Lo}\p{N}"'“‘«([{]|_{2,}|[-–—*•#]\s)/u;
// p53, miR-21, mRNA, α-synuclein: a sentence may begin with a small letter when the word could not be written otherwise.
const ODD_WORD = /^(?:\p{Ll}{1,3}(?:-?\p{N}|\p{Lu})|\p{Script=Greek})/u;

/** A run of end marks in a text: its place, the mark characters, and where the closing quotes and brackets after it end. */
export interface EndMark {
  index: number;
  mark: string;
  end: number;
}

/**
 * Decide whether a sentence ends at an end mark that white space follows.
 * In: the text, the mark, where the sentence began. Out: false inside numbers, doses, abbreviations, initials and after list markers.
 */
export function endsSentence(text: string, { index, mark, end }: EndMark, sentenceStart: number): boolean {
  const next = pythonTrim(text.slice(end, end + LOOK_AHEAD));
  const before = text.slice(Math.max(sentenceStart, index - LOOK_BACK), index);
  if (/[!?]/u.test(mark)) return !/[([]\s*$/u.test(before) && /^[\p{L}\p{N}"'“‘«([{_\-–—*•#$]/u.test(next);
  if (index - sentenceStart < 6 && LIST_MARKER.test(text.slice(sentenceStart, index).trim())) return false;
  if (mark.length > 1 || mark === "…") return START.test(next);
  const token = /[^\s([{"'“‘«]*$/u.exec(before)?.[0] ?? "";
  return endsAfterWord(token, before.slice(0, before.length - token.length).trimEnd(), next);
}

function endsAfterWord(token: string, earlier: string, next: string): boolean {
  const word = token.toLowerCase();
  // "acids . the": a period between spaces is an end, but not one dot of ". . .".
  if (token === "") return !/(?:^|\.)$/u.test(earlier) && !next.startsWith(".");
  if (neverEnd.has(word)) return false;
  if (beforeNumber.has(word) && /^(?:[#([]?\p{N}|\p{Lu}{0,2}\p{N}|[IVX]+(?!\p{L})|\p{Lu}(?!\p{L}))/u.test(next)) return false;
  if (/^\p{N}{1,3}$/u.test(token) && /^\p{N}/u.test(next)) return false;
  if (mayEnd.has(word)) return startsPlainSentence(next);
  if (DOTTED.test(token)) return sentenceStarters.has(firstWord(next));
  if (/^\p{L}$/u.test(token)) return endsAfterLetter(earlier, next);
  if (/^\p{Ll}/u.test(next)) return !beforeNumber.has(word) && (ODD_WORD.test(next) || isPlainWord(token));
  return START.test(next);
}

// "J. Smith", "E. coli" and "due to S. Typhi" go on; "vitamin C. Patients" and "hepatitis B. The" end.
function endsAfterLetter(earlier: string, next: string): boolean {
  if (!/^["'“‘«(]*[\p{Lu}\p{Lo}]/u.test(next)) return false;
  if (sentenceStarters.has(firstWord(next))) return true;
  return (
    /(?:^|\s)[\p{Ll}\p{N}-]{2,}$/u.test(earlier) &&
    !/(?:^|\s)(?:of|to|by|with|in|from|for|and|or|the|than|against|when)$/u.test(earlier)
  );
}

function startsPlainSentence(next: string): boolean {
  // "71 y.o. F admitted", "81 mg p.o. Daily": a capital that goes on with the sentence.
  if (/^[B-HJ-Z](?![\p{L}\p{N}])/u.test(next) || notStarters.has(firstWord(next))) return false;
  return /^["'“‘«(]*[\p{Lu}\p{Lo}]/u.test(next);
}

// Notes are often typed in small letters: "denies pain. no fever". Short words may be abbreviations that no list has.
function isPlainWord(token: string): boolean {
  return /^\p{L}[\p{Ll}'’-]{3,}$/u.test(token);
}

function firstWord(text: string): string {
  return (/^["'“‘«([]*([\p{L}\p{N}]+)/u.exec(text)?.[1] ?? "").toLowerCase();
}
