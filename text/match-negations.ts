import { contentWords } from "./content-words.ts";
import { findEntities } from "./entities.ts";
import type { FactDifference } from "./fact-difference.ts";
import { findNegations, statesOf } from "./negation.ts";
import { porterStem } from "./porter-stem.ts";
import { remembered } from "./remembered.ts";
import { splitSentences } from "./split-sentences.ts";

type Mention = {
  key: string;
  text: string;
  named: boolean;
  state: "negated" | "affirmed" | "unclear";
  sentence: ReadonlySet<string>;
};

// What an everyday word negates depends on the rest of its sentence: half of the claim's other words make it the same statement.
const SAME_STATEMENT = 0.5;
// Shorter words, and adverbs, mostly say little.
const SHORTEST = 4;
const CONCEPTS = new Set(["drug", "diagnosis", "finding", "procedure"]);

/**
 * Compare what a claim negates with what its evidence negates.
 * In: claim, evidence. Out: one difference for each name or word that the claim clearly affirms while every mention in the evidence is clearly negated, or the
 * reverse. An everyday word counts only in an evidence sentence that shares half of the claim's other words.
 * @cite chapman2001negex
 */
export function negationsDiffer(claim: string, evidence: string): FactDifference[] {
  const held = byKey(mentionsOf(evidence));
  const wanted = mentionsOf(claim);
  const differing = wanted.filter((mention) => mention.state !== "unclear" && contradicts(mention, held.get(mention.key) ?? []));
  const first = differing.filter((mention, index) => differing.findIndex(({ key }) => key === mention.key) === index);
  return first.map(({ text, state }) => ({
    kind: "negation",
    value: text,
    detail:
      state === "negated"
        ? `the claim negates "${text}", the evidence affirms it`
        : `the evidence negates "${text}", the claim affirms it`,
  }));
}

function byKey(mentions: readonly Mention[]): Map<string, Mention[]> {
  const groups = new Map<string, Mention[]>();
  for (const mention of mentions) {
    const group = groups.get(mention.key);
    if (group) group.push(mention);
    else groups.set(mention.key, [mention]);
  }
  return groups;
}

function contradicts(mention: Mention, others: readonly Mention[]): boolean {
  const opposite = mention.state === "negated" ? "affirmed" : "negated";
  if (others.length === 0 || others.some(({ state }) => state !== opposite)) return false;
  return mention.named || others.some(({ sentence }) => shareOf(mention, sentence) >= SAME_STATEMENT);
}

function shareOf(mention: Mention, sentence: ReadonlySet<string>): number {
  const words = [...mention.sentence].filter((word) => word !== mention.key);
  return words.length === 0 ? 0 : words.filter((word) => sentence.has(word)).length / words.length;
}

const mentionsOf = (text: string): Mention[] => splitSentences(text).flatMap(({ text: sentence }) => mentionsIn(sentence));

// A note's sentence is compared with every answer sentence that cites it, and again after a repair.
const mentionsIn = remembered((sentence): Mention[] => {
  const negations = findNegations(sentence);
  const stateOf = statesOf(sentence, negations);
  const words = new Set(contentWords(sentence).map(porterStem));
  const named = findEntities(sentence).filter(({ kind }) => CONCEPTS.has(kind));
  const taken = new Uint8Array(sentence.length);
  for (const { start, end } of [...named, ...negations]) taken.fill(1, start, end);
  const plain = [...sentence.matchAll(/\p{L}[\p{L}\p{M}]*/gu)]
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(
      ({ text: word, start, end }) => word.length >= SHORTEST && !word.endsWith("ly") && !taken.subarray(start, end).includes(1),
    )
    .filter(({ text: word }) => contentWords(word).length > 0);
  return [
    ...named.map(({ canonical, text: name, start, end }) => ({
      key: canonical,
      text: name,
      named: true,
      state: stateOf(start, end),
      sentence: words,
    })),
    ...plain.map(({ text: word, start, end }) => ({
      key: porterStem(word.toLowerCase()),
      text: word,
      named: false,
      state: stateOf(start, end),
      sentence: words,
    })),
  ];
}, 5000);
