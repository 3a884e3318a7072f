import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Ask } from "../../clients/models/ask.ts";
import { verifyClaim } from "../../prompts/common/verify-claim.ts";
import { sentenceEvidence } from "../../retrieval/sentence-evidence.ts";
import { cosine } from "../../retrieval/vectors.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { factsDiffer } from "../../text/clinical-facts.ts";
import { contentWords } from "../../text/content-words.ts";
import { askCorrected } from "./ask-corrected.ts";
import { fellBack } from "./fell-back.ts";

/** A claim with its evidence; context: the sentences of the text that the evidence is from, in order, where it is known. */
export type Claim = { claim: string; evidence: readonly string[]; context?: readonly string[] };
export type CheckOptions = {
  step: string;
  item: string;
  supportedAbove: number;
  unsupportedBelow: number;
  /** Weight of the sentence evidence model, where there is a context (0-1). */
  evidenceWeight?: number;
};
export type Checked = {
  state: "supported" | "unsupported" | "unsure";
  score: number;
  problem: string;
  usage: Usage[];
  fallbacks: Fallback[];
};

/**
 * Decide whether evidence sentences, taken together, support a claim.
 *
 * In: claim, evidence[n], the context that it stands in. Out: state; score (mean of the best cosine and of the share of the claim's content words that the evidence
 * holds, joined with the best probability that the sentence evidence model gives one of it within its context, 0-1); problem, what is not supported. A number, unit, date, drug or negation that differs decides at once; a score between
 * unsupportedBelow and supportedAbove is put to the model of role verify.
 * If the encoder is down: word share alone, one fallback. If the model is down: unsure, one fallback.
 *
 * @cite spec archehr best 6
 */
export const checkClaim = async (
  { ask, embed }: { ask: Ask; embed: Encoder["embed"] },
  { claim, evidence, context = [] }: Claim,
  { step, item, supportedAbove, unsupportedBelow, evidenceWeight = 0 }: CheckOptions,
  runtime: Runtime | undefined,
): Promise<Checked> => {
  const nothing = { usage: [], fallbacks: [] };
  if (evidence.length === 0) return { state: "unsupported", score: 0, problem: "no sentence is cited for it", ...nothing };
  const differing = factsDiffer(claim, evidence.join("\n"));
  if (differing.length > 0) {
    return { state: "unsupported", score: 0, problem: differing.map(({ detail }) => detail).join("; "), ...nothing };
  }
  const overlap = wordShare(claim, evidence);
  const beside = evidenceWeight > 0 ? context : [];
  const vectors = await embed([claim, ...evidence, ...beside], { signal: runtime?.signal });
  const fallbacks = vectors.is === "ok" ? [] : [fellBack(step, vectors, "checked support by words alone")];
  const likeness = vectors.is === "ok" ? (overlap + bestCosine(vectors.value.slice(0, evidence.length + 1))) / 2 : overlap;
  const probability = vectors.is === "ok" ? evidenceProbability({ claim, evidence, context: beside }, vectors.value) : undefined;
  const score = probability === undefined ? likeness : (1 - evidenceWeight) * likeness + evidenceWeight * probability;
  if (score >= supportedAbove) return { state: "supported", score, problem: "", usage: [], fallbacks };
  if (score < unsupportedBelow) {
    return { state: "unsupported", score, problem: "the cited sentences hardly share its content", usage: [], fallbacks };
  }
  const reply = await askCorrected(
    ask,
    verifyClaim,
    { claim, evidence: [...evidence] },
    { role: "verify", step, item, temperature: 0, corrections: 1 },
    runtime,
  );
  const { outcome, usage } = reply;
  const told = [...fallbacks, ...reply.fallbacks];
  if (outcome.is !== "ok") {
    return {
      state: "unsure",
      score,
      problem: "could not be checked",
      usage,
      fallbacks: [...told, fellBack(step, outcome, "left the sentence unsure")],
    };
  }
  const supported = outcome.value.verdict === "supported";
  return {
    state: supported ? "supported" : "unsupported",
    score,
    problem: supported ? "" : outcome.value.problem || "the model found it unsupported",
    usage,
    fallbacks: told,
  };
};

const wordShare = (claim: string, evidence: readonly string[]): number => {
  const wanted = [...new Set(contentWords(claim))];
  const held = new Set(evidence.flatMap((text) => contentWords(text)));
  return wanted.length === 0 ? 0 : wanted.filter((word) => held.has(word)).length / wanted.length;
};

const bestCosine = ([claim, ...evidence]: readonly Float32Array[]): number =>
  claim === undefined ? 0 : Math.max(0, ...evidence.map((vector) => Math.min(1, cosine(claim, vector))));

/** The best probability of a sentence of the evidence within its context; undefined where none of it stands there. */
const evidenceProbability = ({ claim, evidence, context = [] }: Claim, vectors: readonly Float32Array[]): number | undefined => {
  const beside = context.map((text, at) => ({ text, vector: vectors[1 + evidence.length + at] }));
  const probabilities = sentenceEvidence(
    { claim: { text: claim, vector: vectors[0] }, title: "", sentences: beside },
    "anywhere",
  );
  const cited = probabilities.filter((_, at) => evidence.includes(context[at] ?? ""));
  return cited.length === 0 ? undefined : Math.max(...cited);
};
