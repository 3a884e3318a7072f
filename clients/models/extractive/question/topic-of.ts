import { contentWords, tokens } from "../../../../text/content-words.ts";
import { type Entity, findEntities } from "../../../../text/entities.ts";
import { countWords } from "../../../../text/python-whitespace.ts";
import { remembered } from "../../../../text/remembered.ts";
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
const MOST_READ = 5000;

/**
 * Find what a message is about.
 * In: title, body and asking sentences. Out: candidates, the likeliest first: what the title names, what "diagnosed with" or "information on" leads to, and the known names, each in its phrase.
 */
export function topicsOf({ title, body, asking }: Parts): Topic[] {
  const asked = asking.slice(0, ASKING).map(({ text }) => text.toLowerCase());
  // A message of one word a thousand times is read once.
  const read = remembered((text: string) => {
    const inQuestion = asked.some((sentence) => sentence.includes(text.toLowerCase()));
    return { text: asNoun(text), kind: kindOf(text), inQuestion };
  }, MOST_READ);
  const said = (written: string, at: number, weight: number): Candidate => {
    const { text, kind, inQuestion } = read(written);
    return { text, kind, weight: weight + (at >= 0 && inQuestion ? ASKED : 0), at };
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
  const again = recurrences(candidates);
  return candidates
    .map((one, index) => ({ ...one, weight: one.weight + KIND[one.kind] + recurrence(one, again[index] ?? 0) }))
    .filter(({ text, weight }) => weight >= LEAST && !NO_TOPIC.test(text))
    .sort((a, b) => b.weight - a.weight || a.at - b.at);
}

/** What is named again is the topic; one unknown word that is not is none. */
function recurrence(one: Candidate, again: number): number {
  const lone = again === 0 && one.kind === "other" && one.at >= 0 && countWords(one.text) === 1;
  return lone ? LONE : again * AGAIN;
}

/** Count for each candidate how many others share the first letters of a word with it, up to MOST_AGAIN. */
function recurrences(candidates: readonly Candidate[]): number[] {
  const holders = new Map<string, number[]>();
  for (const [index, { text }] of candidates.entries())
    for (const stem of stemsOf(text)) {
      const held = holders.get(stem) ?? [];
      held.push(index);
      holders.set(stem, held);
    }
  return candidates.map((one) => {
    const others = new Set<number>();
    for (const stem of ownStems(one.text))
      for (const index of holders.get(stem) ?? []) {
        if (candidates[index]?.at !== one.at) others.add(index);
        if (others.size >= MOST_AGAIN) return MOST_AGAIN;
      }
    return others.size;
  });
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
  const stems = stemsOf(other);
  return ownStems(one).some((stem) => stems.has(stem));
}

const stemsOf = (text: string): Set<string> => new Set(tokens(text).map((word) => word.slice(0, STEM)));

const ownStems = (text: string): string[] => [
  ...new Set(contentWords(text).flatMap((word) => (word.length > 2 ? [word.slice(0, STEM)] : []))),
];
