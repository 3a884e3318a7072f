import { contentWords } from "../../../../text/content-words.ts";
import { findEntities } from "../../../../text/entities.ts";
import { oneLine } from "../../../../text/one-line.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { splitSentences } from "../../../../text/split-sentences.ts";
import { anyPhrase, QUESTION_WORDS } from "./question-words.ts";

/** A sentence of a message that asks: its text, place, and how much it asks of substance. */
export type Asking = { text: string; at: number; strength: number; substance: number };

const { asking, leadIns, openers, untitled, vague } = QUESTION_WORDS;
const VAGUE = new Set(vague);
const STARTS = anyPhrase(asking, "iu", "^(?:\\P{L}*(?:so|and|but|also|now|then|or|well|ok|okay|please)[\\s,]+)*");
const LEAD_IN = anyPhrase(leadIns, "iu");
// Subject: … Message: … of a web form; what is between is a title.
const FORM = /^\s*(?:subject\s*:\s*(?<title>.*?)\s*)?message\s*:\s*/isu;

// Messages begin sentences with small letters, which a splitter of notes leaves together.
const UNSPLIT = /(?<=\?+)\s+|(?<=\p{L}{3}[.!]+)\s+(?=\p{L})/u;
const LONGEST_TITLE = 8;
// Characters: eight words are shorter, and what trims a title is slow on a long one.
const LONGEST_TITLE_TEXT = 400;
const UNTITLED = anyPhrase([...untitled, ...openers, "i", "my", "we"], "iu");
// Without a question mark these tell: "Have been on methadone", "When he came home he fell", "Which is odd".
const TELLS =
  /^\P{L}*(?:when\s+(?!(?:is|are|was|were|will|can|could|should|would|do|does|did|may|might|has|have|had|to)(?!\p{L}))|(?:has|have|had|does|did|do|is|are|was|were)\s+(?:been|not|to|had|have|be|\p{L}+ed)(?!\p{L})|which\s+(?:is|are|was|were|has|had|i|he|she|we|they|the)(?!\p{L}))/iu;
const NUMBERED = /&#(\d{2,5});/gu;

/**
 * Split a message from a web form or a letter into its title and its body.
 * In: a message. Out: title: the form's, or a first sentence of few words ("" when there is none that names a thing); body; each on one line.
 */
export function titleAndBody(message: string): { title: string; body: string } {
  const written = message.replace(NUMBERED, (_whole, code: string) => String.fromCharCode(Number(code)));
  const form = FORM.exec(written);
  const body = oneLine(form === null ? written : written.slice(form[0].length));
  const first = form?.groups?.title ?? splitSentences(body)[0]?.text ?? "";
  const title = first.length > LONGEST_TITLE_TEXT ? "" : oneLine(first).replace(/[.:!]+$/u, "");
  const names = countWords(title) <= LONGEST_TITLE && !UNTITLED.test(title) && !STARTS.test(title) && strengthOf(title) === 0;
  return { title: names ? title : "", body };
}

/**
 * Find the sentences of a message that ask something, strongest first; equals keep their order.
 * In: the body of a message. Out: sentences with a question mark, a question word in front, or a lead-in (I was wondering); empty when none asks.
 */
export function askingSentences(body: string): Asking[] {
  return splitSentences(body)
    .flatMap(({ text }) => text.split(UNSPLIT))
    .map((text, at) => ({ text: oneLine(text), at, strength: strengthOf(text), substance: substanceOf(text) }))
    .filter(({ strength }) => strength > 0)
    .sort((a, b) => b.strength + Math.min(b.substance, 4) / 2 - (a.strength + Math.min(a.substance, 4) / 2));
}

/** Count what a question asks about. In: text. Out: its content words that are not as vague as help or advice, entities twice. */
export function substanceOf(text: string): number {
  const words = contentWords(text).filter((word) => !VAGUE.has(word));
  return words.length + findEntities(text).filter(({ kind }) => kind !== "number").length;
}

function strengthOf(text: string): number {
  const asks = text.includes("?") || !TELLS.test(text);
  return (text.includes("?") ? 2 : 0) + (asks && STARTS.test(text) ? 1 : 0) + (LEAD_IN.test(text) ? 1 : 0);
}
