import { contentWords } from "./content-words.ts";
import { findEntities } from "./entities.ts";
import type { FactDifference } from "./fact-difference.ts";
import { findNegations, statedAs } from "./negation.ts";
import { porterStem } from "./porter-stem.ts";
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
  const held = mentionsOf(evidence);
  const wanted = mentionsOf(claim);
  const differing = wanted.filter((mention) => mention.state !== "unclear" && contradicts(mention, held));
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

function contradicts(mention: Mention, held: readonly Mention[]): boolean {
  const opposite = mention.state === "negated" ? "affirmed" : "negated";
  const others = held.filter(({ key }) => key === mention.key);
  if (others.length === 0 || others.some(({ state }) => state !== opposite)) return false;
  return mention.named || others.some(({ sentence }) => shareOf(mention, sentence) >= SAME_STATEMENT);
}

function shareOf(mention: Mention, sentence: ReadonlySet<string>): number {
  const words = [...mention.sentence].filter((word) => word !== mention.key);
  return words.length === 0 ? 0 : words.filter((word) => sentence.has(word)).length / words.length;
}

function mentionsOf(text: string): Mention[] {
  return splitSentences(text).flatMap(({ text: sentence }) => {
    const negations = findNegations(sentence);
    const words = new Set(contentWords(sentence).map(porterStem));
    const named = findEntities(sentence).filter(({ kind }) => CONCEPTS.has(kind));
    const plain = [...sentence.matchAll(/\p{L}[\p{L}\p{M}]*/gu)]
      .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
      .filter(({ text: word }) => word.length >= SHORTEST && !word.endsWith("ly") && contentWords(word).length > 0)
      .filter(
        ({ start, end }) =>
          !named.some((name) => name.start < end && start < name.end) &&
          !negations.some((cue) => cue.start < end && start < cue.end),
      );
    const stated = (span: { start: number; end: number }) => statedAs(negations, span.start, span.end);
    return [
      ...named.map((name) => ({ key: name.canonical, text: name.text, named: true, state: stated(name), sentence: words })),
      ...plain.map((word) => ({
        key: porterStem(word.text.toLowerCase()),
        text: word.text,
        named: false,
        state: stated(word),
        sentence: words,
      })),
    ];
  });
}
