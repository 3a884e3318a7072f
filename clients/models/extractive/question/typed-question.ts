import { anyPhrase } from "./question-words.ts";
import { type Parts, type Topic, topicsOf } from "./topic-of.ts";
import { TOPIC_WORDS } from "./topic-words.ts";

/** A question of a kind about a topic: the treatments for gout. asked: the message's own question shows the kind. */
export type TypedQuestion = { question: string; topic: Topic; asked: boolean };

const { otherwise } = TOPIC_WORDS;
const INTENTS = TOPIC_WORDS.intents.map(({ question, of, cues }) => ({ question, of, cue: anyPhrase(cues, "iu") }));
const ILLNESS = new Set<Topic["kind"]>(["diagnosis", "finding", "gene", "other"]);
const ASKING = 2;
// An unknown word that no title and no question bears out may be anything: of it nothing is asked that the message does not ask.
const SURE_UNKNOWN = 4.5;

/**
 * Word what a message asks as a question of a kind about its topic; nothing but the topic's words and the kind's is in it.
 * In: title, body and asking sentences. Out: a treatment, a cause, a side effect … as the asking sentences, else the title, else the body ask for; of a known name without any of these,
 * causes and treatments, or uses and side effects; undefined when the message is about nothing that can be told.
 */
export function typedQuestion(parts: Parts): TypedQuestion | undefined {
  const topics = topicsOf(parts);
  const asking = parts.asking
    .slice(0, ASKING)
    .map(({ text }) => text)
    .join(" ");
  for (const text of [asking, parts.title, parts.body])
    for (const { question, of, cue } of INTENTS) {
      const topic = cue.test(text) ? fitting(topics, of) : undefined;
      if (topic !== undefined) return { question: about(question, topic), topic, asked: text === asking };
    }
  const topic = topics.find(({ kind, weight }) => kind !== "other" || weight >= SURE_UNKNOWN);
  return topic === undefined ? undefined : { question: about(unasked(topic), topic), topic, asked: false };
}

function fitting(topics: readonly Topic[], of: "drug" | "illness" | "any"): Topic | undefined {
  if (of === "illness") return topics.find(({ kind }) => ILLNESS.has(kind));
  return of === "any" ? topics[0] : topics.find(({ kind }) => kind === "drug");
}

const unasked = ({ kind }: Topic): string =>
  kind === "drug" ? otherwise.drug : ILLNESS.has(kind) ? otherwise.illness : otherwise.procedure;

const about = (template: string, { text }: Topic): string => template.replace("{}", () => text).replace(/\?$/u, "");
