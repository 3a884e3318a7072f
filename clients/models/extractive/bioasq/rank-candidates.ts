import { createRequire } from "node:module";
import { LinearWeights, scoreOf } from "../common/linear-weights.ts";
import { askedOf, candidateFeatures } from "./candidate-features.ts";
import { isStrayNumber } from "./candidate-shapes.ts";
import { type Candidate, candidatesIn } from "./candidates.ts";
import type { Evidence } from "./evidence.ts";
import { questionTarget } from "./question-target.ts";

const load = createRequire(import.meta.url);
const WEIGHTS = {
  factoid: LinearWeights.parse(load("./factoid-weights.json")),
  list: LinearWeights.parse(load("./list-weights.json")),
} as const;

/** A candidate with its score: log odds against the others of its question, up to a constant. */
export type RankedCandidate = Candidate & { score: number };

/**
 * Rank what could be the exact answer of a question.
 * In: evidence, type. Out: candidates, best first, equals in the order of the evidence; each text stands in a sentence of the evidence.
 */
export function rankCandidates(evidence: Evidence, type: keyof typeof WEIGHTS): RankedCandidate[] {
  const target = questionTarget(evidence.question);
  const asked = askedOf(evidence, target);
  return candidatesIn(evidence)
    .filter(({ text }) => !isStrayNumber(text, target.category))
    .map((candidate) => ({ ...candidate, score: scoreOf(WEIGHTS[type], candidateFeatures(candidate, asked)) }))
    .sort((a, b) => b.score - a.score);
}
