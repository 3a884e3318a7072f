import { tokens } from "../../../../text/content-words.ts";
import { findNegations } from "../../../../text/negation.ts";
import { type Evidence, type EvidenceSentence, mostRelevantFirst } from "./evidence.ts";
import { evidenceTerms, isName, shareOfTerms } from "./evidence-terms.ts";
import { CUE_KINDS, hasCue, oppositesIn } from "./yesno-cues.ts";

/** Measured properties of a question with its evidence, by name. */
export type Features = Readonly<Record<string, number>>;

// A sentence twice as near to the question as the others speaks for them all.
const SHARPNESS = 10;
const BEST = 3;
// Longer questions are rare in what the weights were learned from.
const LONG = 12;

const OPENINGS: Readonly<Record<string, readonly string[]>> = {
  isAre: ["is", "are", "was", "were"],
  does: ["do", "does", "did"],
  can: ["can", "could", "may", "might"],
  has: ["has", "have", "had"],
  should: ["should", "must", "would", "will"],
};
const ASKED: Readonly<Record<string, RegExp>> = {
  any: /\bany\b/iu,
  effective: /\b(?:effective|efficacious|efficacy|beneficial|benefit|useful|help)\b/iu,
  improve: /\b(?:improv\w+|prolong\w*|protect\w*|prevent\w*|reduc\w+|slow\w*)\b/iu,
  treated: /\b(?:treat\w*|therap\w+|used|recommended)\b/iu,
  safe: /\b(?:safe|safely|tolerated)\b/iu,
  only: /\b(?:only|all|always|every|exclusively|never|completely|most)\b/iu,
  approved: /\b(?:approved|approval|available|licensed)\b/iu,
  associated: /\b(?:associated|association|related|relationship|link\w*|correlat\w+|involved|role|implicated)\b/iu,
  cause: /\b(?:caus\w+|risk|lead\w*|induc\w+)\b/iu,
  known: /\b(?:known|exist\w*|there|possible|been)\b/iu,
  kind: /\b(?:is|are) .* (?:an?|the) /iu,
  negated: /\b(?:not|non\w*|without|no)\b/iu,
};

/**
 * Measure what decides a yes/no question: how the evidence words its findings, weighed by relevance; what it negates or reverses; what of the question it lacks.
 * In: evidence. Out: features, each about 0-1; those of the evidence are 0 without sentences.
 */
export function yesnoFeatures({ question, terms, weight, sentences }: Evidence): Features {
  const sorted = mostRelevantFirst(sentences);
  const best = sorted.slice(0, BEST);
  const weights = softmax(sorted.map(({ relevance }) => relevance * SHARPNESS));
  const average = (of: (sentence: EvidenceSentence) => number) =>
    sorted.reduce((sum, sentence, at) => sum + of(sentence) * weights[at]!, 0); // one weight a sentence
  const most = (of: (sentence: EvidenceSentence) => number) => Math.max(0, ...best.map(of));
  const first = tokens(question)[0] ?? "";
  const all = sorted.flatMap((sentence) => sentence.terms);
  const entities = terms.filter(isName);
  const features: Record<string, number> = {};
  for (const [name, words] of Object.entries(OPENINGS)) features[`opens:${name}`] = words.includes(first) ? 1 : 0;
  for (const [name, shape] of Object.entries(ASKED)) features[`asks:${name}`] = shape.test(question) ? 1 : 0;
  for (const kind of CUE_KINDS) {
    const has = ({ text }: EvidenceSentence) => (hasCue(text, kind) ? 1 : 0);
    features[`${kind}:average`] = average(has);
    features[`${kind}:best`] = sorted.slice(0, 1).map(has)[0] ?? 0;
    features[`${kind}:share`] = sorted.reduce((sum, sentence) => sum + has(sentence), 0) / Math.max(1, sorted.length);
  }
  const negated = (sentence: EvidenceSentence) => negatedShare(sentence.text, terms, weight);
  const reversed = (sentence: EvidenceSentence) => Math.min(1, oppositesIn(question, sentence.text));
  features["negated:average"] = average(negated);
  features["negated:most"] = most(negated);
  features["reversed:average"] = average(reversed);
  features["reversed:most"] = most(reversed);
  features["held:best"] = most(({ overlap }) => overlap);
  features["held:all"] = shareOfTerms(terms, all, () => 1);
  features["held:entities"] = entities.length === 0 ? 1 : shareOfTerms(entities, all, () => 1);
  features["cosine:best"] = most((sentence) => sentence.cosine);
  features["cosine:average"] = average((sentence) => sentence.cosine);
  features.words = Math.min(tokens(question).length, LONG) / LONG;
  return features;
}

/** Share of the question's terms that a sentence surely negates, 0-1. */
function negatedShare(text: string, terms: readonly string[], weight: (term: string) => number): number {
  const negated = findNegations(text).flatMap(({ coreFrom, coreTo }) => evidenceTerms(text.slice(coreFrom, coreTo)));
  return shareOfTerms(terms, negated, weight);
}

function softmax(values: readonly number[]): number[] {
  const high = Math.max(...values);
  const raised = values.map((value) => Math.exp(value - high));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
}
