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
import { thirdPerson } from "../question/third-person.ts";
import { bareQuestion, beginsAsking, passive, shortened, withoutTail } from "../question/trim-question.ts";

const INTENTS = QUESTION_WORDS.intents.map(({ question, of, cues }) => ({ question, of, cue: anyPhrase(cues, "iu") }));
const FEWEST_WORDS = 7;
const LEAST_SUBSTANCE = 2;
const LONGEST_TITLE = 6;

/**
 * Word the question of a message in the third person, with the drugs and diagnoses that it is about.
 *
 * In: message, keep (names to hold, best first), maxWords. Out: one question of at most maxWords words: the asking sentence without what leads to it;
 * where that says too little, what is asked (a cause, a treatment) of the message's foremost name; where it names nothing, or is no English, its own first words.
 */
export const interpretQuestion = handles(prompt, async ({ message, keep, maxWords }) => {
  const { title, body } = titleAndBody(message);
  const asking = askingSentences(body);
  const names = namesIn(`${title}. ${body}`);
  const wanted = [...keep.flatMap((name) => namesIn(name)), ...names].filter(
    ({ kind, canonical }, at, all) => kind !== "finding" && all.findIndex((other) => other.canonical === canonical) === at,
  );
  const foremost = asking[0];
  const direct = foremost === undefined ? "" : bareQuestion(foremost.text);
  const foreign = isOtherLanguage(body);
  const intended = foreign
    ? undefined
    : ofIntent(
        asking
          .slice(0, 2)
          .map(({ text }) => text)
          .join(" ") || body,
        title,
        names,
      );
  const tells = !foreign && beginsAsking(direct) && (substanceOf(direct) >= LEAST_SUBSTANCE || intended === undefined);
  const asked = tells ? worded(direct, body) : (intended ?? ownWords(foreign ? "" : direct, body));
  const room = Math.max(Math.min(FEWEST_WORDS, maxWords), maxWords - wordsFor(asked, wanted));
  return ok({ question: withNames(shortened(asked, room), wanted, maxWords) });
});

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

/** What is asked of what the message is about: a treatment, a cause. Undefined when it names nothing. */
const ofIntent = (asked: string, title: string, names: readonly Name[]): string | undefined => {
  const { question, of } = INTENTS.find(({ cue }) => cue.test(asked)) ?? { question: QUESTION_WORDS.otherwise, of: "illness" };
  const fits = names.find(({ kind }) => of === "any" || (kind === "drug") === (of === "drug")) ?? names[0];
  const focus = fits?.text ?? (countWords(title) > 0 && countWords(title) <= LONGEST_TITLE ? title : undefined);
  if (focus === undefined) return undefined;
  const template = fits?.kind === "drug" && of === "illness" ? QUESTION_WORDS.ofDrug : question;
  return template.replace("{}", () => clinicalNames(focus)).replace(/\?$/u, "");
};

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
