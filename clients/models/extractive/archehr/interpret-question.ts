import { interpretQuestion as prompt } from "../../../../prompts/archehr/interpret-question.ts";
import { ok } from "../../../../state/outcome.ts";
import { cutQuestion } from "../../../../text/cut-question.ts";
import { isOtherLanguage } from "../../../../text/other-language.ts";
import { countWords, firstWords } from "../../../../text/python-whitespace.ts";
import { handles } from "../handler.ts";
import { askingSentences, substanceOf, titleAndBody } from "../question/asking-sentences.ts";
import { clinicalNames, type Name, namesHeld, namesIn } from "../question/names-in.ts";
import { patientOf } from "../question/patient-of.ts";
import { anyPhrase, QUESTION_WORDS } from "../question/question-words.ts";
import { tellsStory } from "../question/tells-story.ts";
import { thirdPerson } from "../question/third-person.ts";
import { TOPIC_WORDS } from "../question/topic-words.ts";
import { bareQuestion, beginsAsking, passive, shortened, withoutTail } from "../question/trim-question.ts";
import { type TypedQuestion, typedQuestion } from "../question/typed-question.ts";

const FEWEST_WORDS = 7;
const LEAST_SUBSTANCE = 2;
const ASKING = 2;
const SHORT = 12;
// A topic that less speaks for does not replace what was asked: decision 0032.
const SURE_TOPIC = 3;
const YES_NO = anyPhrase(TOPIC_WORDS.yesNo, "iu", "^");
const RELATION = anyPhrase(TOPIC_WORDS.relations, "iu");

/**
 * Word the question of a message, with the drugs and diagnoses that it is about.
 *
 * In: message, keep (names to hold, best first), maxWords. Out: one question of at most maxWords words: the asking sentence without what leads to it, in the third person, where it
 * asks for itself; else what the message asks of its topic (a cause, a treatment); where it has none, or is no English, its own first words.
 */
export const interpretQuestion = handles(prompt, async ({ message, keep, maxWords }) => {
  const { title, body } = titleAndBody(message);
  const foreign = isOtherLanguage(body);
  const asking = foreign ? [] : askingSentences(body);
  const wanted = firstOfEach([...keep.flatMap((name) => namesIn(name)), ...namesIn(`${title}. ${body}`)]).filter(
    ({ kind }) => kind !== "finding",
  );
  const bares = asking.map(({ text }) => bareQuestion(text));
  const direct = bares.slice(0, ASKING).find(tells) ?? bares[0] ?? "";
  const typed = foreign ? undefined : typedQuestion({ title, body, asking });
  if (typed !== undefined && !asksForItself(direct, typed, tellsStory(body), maxWords))
    return ok({ question: withNames(clinicalNames(typed.question), wanted, maxWords) });
  const asked = beginsAsking(direct) ? worded(direct, body) : ownWords(direct, body);
  const room = Math.max(Math.min(FEWEST_WORDS, maxWords), maxWords - wordsFor(asked, wanted));
  return ok({ question: withNames(shortened(asked, room), wanted, maxWords) });
});

/** Names, one an entity, whatever its wording. */
const firstOfEach = (names: readonly Name[]): Name[] => {
  const first = new Map<string, Name>();
  for (const name of names) if (!first.has(name.canonical)) first.set(name.canonical, name);
  return [...first.values()];
};

const tells = (question: string): boolean => beginsAsking(question) && substanceOf(question) >= LEAST_SUBSTANCE;

/** Whether the sentence says more than a question of its kind: it asks about what was done, relates two things, or is of no kind and fits. */
function asksForItself(question: string, { topic, asked }: TypedQuestion, story: boolean, maxWords: number): boolean {
  if (!tells(question)) return false;
  if (story || topic.weight < SURE_TOPIC) return true;
  const words = countWords(question);
  if (RELATION.test(question) && words <= maxWords) return true;
  if (YES_NO.test(question) && namesHeld(question).size > 1 && words <= SHORT) return true;
  return !asked && words <= maxWords;
}

const worded = (question: string, body: string): string =>
  clinicalNames(passive(thirdPerson(isShouted(question) ? question.toLowerCase() : question, patientOf(body))));

/** A message that asks nothing we can read and names nothing is not given a question that it did not ask. */
const ownWords = (direct: string, body: string): string => {
  const own = [direct, body.split(/(?<=[.!?])\s/u)[0] ?? "", body].find((text) => /\p{L}/u.test(text));
  return own === undefined
    ? QUESTION_WORDS.otherwise.replace("{}", "this condition").replace("?", "")
    : own.trim().replace(/[\s.!?。！？]+$/u, "");
};

const isShouted = (text: string): boolean => (text.match(/\p{Lu}/gu) ?? []).length > (text.match(/\p{Ll}/gu) ?? []).length;

/** Words that the names still missing would take (count), at most half of a question's. */
const wordsFor = (question: string, wanted: readonly Name[]): number => {
  const held = namesHeld(question);
  const missing = wanted.filter(({ canonical }) => !held.has(canonical));
  return missing.slice(0, 2).reduce((sum, { text }) => sum + countWords(text) + 1, 0);
};

/** Adds names that the question lacks while the limit holds, and ends it with a question mark. */
const withNames = (question: string, wanted: readonly Name[], maxWords: number): string => {
  const within = countWords(question) <= maxWords ? question : withoutTail(cutQuestion(question, maxWords, "entities"));
  const held = namesHeld(within);
  const added: Name[] = [];
  for (const name of wanted) {
    if (held.has(name.canonical)) continue;
    if (countWords(joined(within, [...added, name])) <= maxWords) added.push(name);
  }
  const question_ = firstWords(joined(within, added), maxWords);
  return `${question_.replace(/^\p{Ll}/u, (first) => first.toUpperCase())}?`;
};

/** Names what the message is about in brackets: to say "on" or "with" would claim more than the message does. */
const joined = (question: string, names: readonly Name[]): string =>
  names.length === 0 ? question : `${question} (${names.map(({ text }) => clinicalNames(text)).join(", ")})`;
