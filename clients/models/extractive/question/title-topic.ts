import { oneLine } from "../../../../text/one-line.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { substanceOf } from "./asking-sentences.ts";
import { unshouted } from "./noun-phrase.ts";
import { anyPhrase, QUESTION_WORDS } from "./question-words.ts";
import { TOPIC_WORDS } from "./topic-words.ts";

const LEADS = anyPhrase(TOPIC_WORDS.titleLeads, "iu", "^.{0,40}?");
const TAILS = new RegExp(`${anyPhrase(TOPIC_WORDS.titleTails, "iu", "[\\s,;:–-]+").source}$`, "iu");
const SPAN = /\s(?:for|since|in)\s+(?:the\s+)?(?:past|last)\s.*$/iu;
const UNTITLED = anyPhrase(
  [...QUESTION_WORDS.untitled, ...QUESTION_WORDS.asking, "i", "i'm", "my", "me", "we", "our", "you", "your", "he", "she"],
  "iu",
);
const LONGEST = 6;

/**
 * Take the thing that a title names out of it: "Question about hair loss treatment" is about hair loss.
 * In: a message's title. Out: its words without what leads to the thing or follows it; "" for a title that names none, speaks or asks.
 */
export function titleTopic(title: string): string {
  let bare = oneLine(title.replace(/\([^)]*\)/gu, " "))
    .replace(/^re:\s*/iu, "")
    .replace(LEADS, "")
    .trim()
    .replace(/^(?:the|a|an|my)\s+/iu, "")
    .replace(SPAN, "");
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(TAILS, "").replace(/[\s.,;:!?–-]+$/u, "");
  }
  const names = bare !== "" && countWords(bare) <= LONGEST && !/[[\].?!]/u.test(bare) && !UNTITLED.test(bare);
  return names && substanceOf(bare) > 0 ? unshouted(bare) : "";
}
