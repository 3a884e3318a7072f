import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Ask } from "../../clients/models/ask.ts";
import { verifyClaim } from "../../prompts/common/verify-claim.ts";
import { cosine } from "../../retrieval/vectors.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { factsDiffer } from "../../text/clinical-facts.ts";
import { contentWords } from "../../text/content-words.ts";
import { askCorrected } from "./ask-corrected.ts";
import { fellBack } from "./fell-back.ts";

export type Claim = { claim: string; evidence: readonly string[] };
export type CheckOptions = { step: string; item: string; supportedAbove: number; unsupportedBelow: number };
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
 * In: claim, evidence[n]. Out: state; score (mean of the best cosine and of the share of the claim's content words that the evidence
 * holds, 0-1); problem, what is not supported. A number, unit, date, drug or negation that differs decides at once; a score between
 * unsupportedBelow and supportedAbove is put to the model of role verify.
 * If the encoder is down: word share alone, one fallback. If the model is down: unsure, one fallback.
 *
 * @cite spec archehr best 6
 */
export const checkClaim = async (
  { ask, embed }: { ask: Ask; embed: Encoder["embed"] },
  { claim, evidence }: Claim,
  { step, item, supportedAbove, unsupportedBelow }: CheckOptions,
  runtime: Runtime | undefined,
): Promise<Checked> => {
  const nothing = { usage: [], fallbacks: [] };
  if (evidence.length === 0) return { state: "unsupported", score: 0, problem: "no sentence is cited for it", ...nothing };
  const differing = factsDiffer(claim, evidence.join("\n"));
  if (differing.length > 0) {
    return { state: "unsupported", score: 0, problem: differing.map(({ detail }) => detail).join("; "), ...nothing };
  }
  const overlap = wordShare(claim, evidence);
  const vectors = await embed([claim, ...evidence], { signal: runtime?.signal });
  const fallbacks = vectors.is === "ok" ? [] : [fellBack(step, vectors, "checked support by words alone")];
  const score = vectors.is === "ok" ? (overlap + bestCosine(vectors.value)) / 2 : overlap;
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
