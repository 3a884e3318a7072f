import { createRequire } from "node:module";
import { z } from "zod";
import { IsotonicBlock, isotonicValue } from "./isotonic-value.ts";

/** What can be known of an answer without its gold, each 0-1 where larger speaks for it. */
export const ConfidenceSignals = z.object({
  margin: z.number().describe("How far the best article's cosine stands above the next ones' mean (0-2, seldom over 0.4)."),
  support: z
    .number()
    .describe("Support of the claim by its evidence sentences, 0 where a number, drug or negation differs (0-1)."),
  agreement: z.number().describe("Share of independent looks that say the same (0-1)."),
});
export type ConfidenceSignals = z.infer<typeof ConfidenceSignals>;

/** A weighted sum of the signals, made a probability by a Platt curve or isotonic steps, and the probability from which an answer is given. */
export const ConfidenceFit = z.object({
  bias: z.number(),
  margin: z.number(),
  support: z.number(),
  agreement: z.number(),
  platt: z.object({ a: z.number(), b: z.number() }),
  steps: z.array(IsotonicBlock).describe("Isotonic steps in place of the Platt curve; none: the curve."),
  answerFrom: z.number().min(0).max(1),
});
export type ConfidenceFit = z.infer<typeof ConfidenceFit>;

/** What the confidence is of: that the articles hold evidence, or that a yes or no is right. */
export const CONFIDENCE_OF = ["evidence", "verdict"] as const;
export type ConfidenceOf = (typeof CONFIDENCE_OF)[number];

const Fits = z.object({ source: z.string(), evidence: ConfidenceFit, verdict: ConfidenceFit });

/** The fits of this version: on which claims they were made stands in the file. */
export const CONFIDENCE_FITS = Fits.parse(createRequire(import.meta.url)("./answer-confidence.json"));

/**
 * Measure how far the best article stands out.
 *
 * Formula: best cosine - mean of the next nine. In: cosines of ranked articles, any order. Out: 0-2. Fewer than two: 0, since nothing stands beside it.
 */
export function retrievalMargin(similarities: readonly number[]): number {
  const [best = 0, ...rest] = similarities.toSorted((a, b) => b - a);
  const next = rest.slice(0, NEXT);
  return next.length === 0 ? 0 : best - next.reduce((sum, value) => sum + value, 0) / next.length;
}

/**
 * Measure how far two searches agree.
 *
 * Formula: articles in both first tens / the longer first ten. In: two ranked lists of ids. Out: 0-1. Both empty: 0.
 */
export function sharedFirst(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [new Set(a.slice(0, FIRST)), b.slice(0, FIRST)];
  const longer = Math.max(one.size, other.length);
  return longer === 0 ? 0 : other.filter((id) => one.has(id)).length / longer;
}

/**
 * Add up the signals.
 *
 * Formula: bias + Σ weight × signal. Out: log odds before calibration.
 */
export function confidenceScore(
  signals: ConfidenceSignals,
  { bias, margin, support, agreement }: Pick<ConfidenceFit, "bias" | "margin" | "support" | "agreement">,
): number {
  return bias + margin * signals.margin + support * signals.support + agreement * signals.agreement;
}

/**
 * Tell how likely an answer is right.
 *
 * Formula: 1 / (1 + exp(a s + b)) of the signals' weighted sum s; where the fit has steps, their value, with a thousandth of the curve that keeps the order within a step. In: signals; a fit (this version's unless given). Out: probability, 0-1; give the answer from `answerFrom` on.
 * @cite platt1999probabilistic §2, zadrozny2002transforming §3.2
 */
export function answerConfidence(signals: ConfidenceSignals, of: ConfidenceOf, fit: ConfidenceFit = CONFIDENCE_FITS[of]): number {
  const score = confidenceScore(signals, fit);
  const curve = 1 / (1 + Math.exp(fit.platt.a * score + fit.platt.b));
  return fit.steps.length === 0 ? curve : (1 - ORDER) * isotonicValue(fit.steps, score) + ORDER * curve;
}

/** Share of the curve beside steps (0-1): enough to order, too little to show. */
const ORDER = 0.001;
/** Articles (count) that the best one is held against, and of a list that are compared. */
const NEXT = 9;
const FIRST = 10;
