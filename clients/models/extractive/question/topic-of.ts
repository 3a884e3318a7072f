import { contentWords, tokens } from "../../../../text/content-words.ts";
import { type Entity, findEntities } from "../../../../text/entities.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { singular } from "../../../../text/singular.ts";
import type { Asking } from "./asking-sentences.ts";
import { phraseAfter, phraseAround } from "./noun-phrase.ts";
import { anyPhrase } from "./question-words.ts";
import { titleTopic } from "./title-topic.ts";
import { TOPIC_WORDS } from "./topic-words.ts";

/** What a message may be about, in its own words: of what kind it is (other: no known name), and how much speaks for it. */
export type Topic = { text: string; kind: Exclude<Entity["kind"], "number"> | "other"; weight: number };
/** A message taken apart; asking: its sentences that ask, the strongest first. */
export type Parts = { title: string; body: string; asking: readonly Asking[] };

type Candidate = Topic & { at: number };

const LEADS = anyPhrase(TOPIC_WORDS.leads, "giu");
// What a question asks for and not what it is about.
const NO_TOPIC = anyPhrase(
  TOPIC_WORDS.noTopic.map((word) => `${word}$`),
  "iu",
  "^",
);
// What speaks for a topic, in one unit; chosen on design messages (decision 0032).
const KIND: Readonly<Record<Topic["kind"], number>> = {
  diagnosis: 2,
  drug: 1.5,
  procedure: 1,
  finding: 1,
  gene: 1,
  test: 0.5,
  other: 0,
};
const TITLE = 4;
const LED = 2;
const ASKED = 1.5;
const AGAIN = 0.5;
const MOST_AGAIN = 3;
const LONE = -2.5;
const LEAST = 1;
const ASKING = 2;
const STEM = 4;

/**
 * Find what a message is about.
 * In: title, body and asking sentences. Out: candidates, the likeliest first: what the title names, what "diagnosed with" or "information on" leads to, and the known names, each in its phrase.
 */
export function topicsOf({ title, body, asking }: Parts): Topic[] {
  const asked = asking.slice(0, ASKING).map(({ text }) => text.toLowerCase());
  const said = (text: string, at: number, weight: number): Candidate => {
    const inQuestion = at >= 0 && asked.some((sentence) => sentence.includes(text.toLowerCase()));
    return { text: asNoun(text), kind: kindOf(text), weight: weight + (inQuestion ? ASKED : 0), at };
  };
  const named = titleTopic(title);
  const rest = body.startsWith(title) ? body.slice(title.length) : body;
  const borne = named !== "" && (kindOf(named) !== "other" || !body.startsWith(title) || shares(named, rest));
  const candidates = [
    ...(borne ? [said(named, -1, TITLE)] : []),
    ...[...body.matchAll(LEADS)].flatMap((lead) => {
      const end = lead.index + lead[0].length;
      const text = phraseAfter(body, end);
      return text === undefined ? [] : [said(text, end, LED)];
    }),
    ...findEntities(body)
      .filter(({ kind, text }) => kind !== "number" && contentWords(text).length > 0)
      .map((entity) => said(phraseAround(body, entity), entity.start, 0)),
  ];
  return candidates
    .map((one) => ({ ...one, weight: one.weight + KIND[one.kind] + recurrence(one, candidates) }))
    .filter(({ text, weight }) => weight >= LEAST && !NO_TOPIC.test(text))
    .sort((a, b) => b.weight - a.weight || a.at - b.at);
}

/** What is named again is the topic; one unknown word that is not is none. */
function recurrence(one: Candidate, all: readonly Candidate[]): number {
  const again = all.filter((other) => other.at !== one.at && shares(one.text, other.text)).length;
  const lone = again === 0 && one.kind === "other" && one.at >= 0 && countWords(one.text) === 1;
  return lone ? LONE : Math.min(MOST_AGAIN, again) * AGAIN;
}

/** Nothing is asked of "diabetic", but of diabetes: a lone form of a name gives way to the name. */
function asNoun(text: string): string {
  const [{ text: name = "", canonical = "", kind } = {}] = findEntities(text);
  const formOf =
    name === text &&
    canonical.startsWith(text.slice(0, STEM).toLowerCase()) &&
    canonical !== text.toLowerCase() &&
    !/\s/u.test(canonical);
  return formOf && (kind === "diagnosis" || kind === "finding") && singular(text.toLowerCase()) !== canonical ? canonical : text;
}

const kindOf = (text: string): Topic["kind"] =>
  findEntities(text)
    .flatMap(({ kind }) => (kind === "number" ? [] : [kind]))
    .sort((a, b) => KIND[b] - KIND[a])[0] ?? "other";

/** Alike in the first letters of a word, because patients misspell the rest. */
function shares(one: string, other: string): boolean {
  const stems = new Set(tokens(other).map((word) => word.slice(0, STEM)));
  return contentWords(one).some((word) => word.length > 2 && stems.has(word.slice(0, STEM)));
}
