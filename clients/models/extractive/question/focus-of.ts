import { countWords } from "../../../../text/python-whitespace.ts";
import { askingSentences, titleAndBody } from "./asking-sentences.ts";
import { namesIn } from "./names-in.ts";
import { anyPhrase, QUESTION_WORDS } from "./question-words.ts";

/** What a text asks: as a whole, and each thing that it asks (the same text when it asks one). */
export type Focus = { whole: string; parts: string[] };

const MOST_ASKING = 3;
const LONG = 30;
const FEWEST_WORDS = 3;
// ", and how long …" begins a second question, "and rash" does not.
const ASK = anyPhrase(QUESTION_WORDS.asking, "iu").source;
const BOUNDARY = new RegExp(`[?;]\\s*|,?\\s+(?:and|or)\\s+(?=${ASK})`, "iu");

/**
 * Find what a question or a message asks, so that a message's story does not decide what is relevant, and each of two questions finds its answer.
 * In: a question or a message. Out: whole: a short text as it is, of a longer one its strongest asking sentences and the names of the rest; parts: each question of it.
 */
export function focusOf(text: string): Focus {
  if (countWords(text) <= LONG) return { whole: text, parts: orWhole(text.split(BOUNDARY), text) };
  const { title, body } = titleAndBody(text);
  const asking = askingSentences(body)
    .slice(0, MOST_ASKING)
    .sort((a, b) => a.at - b.at)
    .map((sentence) => sentence.text);
  if (asking.length === 0) return { whole: text, parts: [text] };
  const names = namesIn(`${title}. ${body}`).map((name) => name.text);
  return { whole: [...asking, names.join(", ")].join(" ").trim(), parts: orWhole(asking, text) };
}

function orWhole(parts: readonly string[], whole: string): string[] {
  const real = parts.map((part) => part.trim()).filter((part) => countWords(part) >= FEWEST_WORDS);
  return real.length > 0 ? real : [whole];
}
