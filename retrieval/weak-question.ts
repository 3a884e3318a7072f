import { contentForms, shareHeld } from "./lexical-forms.ts";
import type { QuestionProfile } from "./question-profile.ts";
import { redundancy } from "./text-overlap.ts";

/** What retrieval says about its own success, without any label. */
export type WeaknessSignals = {
  /** Unique candidate articles (count). */
  candidates: number;
  /** Greatest MiniLM cosine of an article to the question; null when it was not computed. */
  relevance: number | null;
  /** Composite lexical scores of the snippets, 0-1. */
  scores: readonly number[];
  /** How far the snippets repeat each other, 0-1. */
  redundancy: number;
  /** Share of the question's topic words that the snippets hold together, 0-1. */
  overlap: number;
};

export type WeaknessThresholds = {
  minCandidates: number;
  minRelevance: number;
  weakBelow: number;
  weakShare: number;
  maxRedundancy: number;
  minOverlap: number;
};

/**
 * Measure the signals of a question from its evidence.
 * In: question; unique candidates; greatest cosine or null; snippets' texts and scores. Out: the signals.
 * @cite dsgt2026 §4.1
 */
export function weaknessSignals(
  question: QuestionProfile,
  {
    candidates,
    relevance,
    snippets,
  }: { candidates: number; relevance: number | null; snippets: readonly { text: string; score: number }[] },
): WeaknessSignals {
  const texts = snippets.map(({ text }) => text);
  return {
    candidates,
    relevance,
    scores: snippets.map(({ score }) => score),
    redundancy: redundancy(texts),
    overlap: shareHeld(question.keywords, texts.flatMap(contentForms)),
  };
}

/**
 * Decide whether a question's evidence is weak, mostly weak snippets or thin coverage, and say why.
 * In: signals, thresholds. Out: weak, with at least one reason exactly when it is. A signal that could not be measured speaks neither way.
 * @cite dsgt2026 §4.1
 */
export function weakQuestion(signals: WeaknessSignals, thresholds: WeaknessThresholds): { weak: boolean; reasons: string[] } {
  const { candidates, relevance, scores, overlap } = signals;
  const weak = scores.filter((score) => score < thresholds.weakBelow).length;
  const reasons = [
    candidates < thresholds.minCandidates ? `${candidates} candidate articles, fewer than ${thresholds.minCandidates}` : "",
    scores.length === 0 ? "no snippet was found" : "",
    scores.length > 0 && weak / scores.length >= thresholds.weakShare
      ? `${weak} of ${scores.length} snippets score below ${thresholds.weakBelow}`
      : "",
    relevance !== null && relevance < thresholds.minRelevance
      ? `the best article's similarity is ${shown(relevance)}, below ${thresholds.minRelevance}`
      : "",
    scores.length > 0 && overlap < thresholds.minOverlap
      ? `the snippets hold ${shown(overlap)} of the question's words, less than ${thresholds.minOverlap}`
      : "",
    scores.length > 1 && signals.redundancy > thresholds.maxRedundancy
      ? `the snippets repeat each other: overlap ${shown(signals.redundancy)}, above ${thresholds.maxRedundancy}`
      : "",
  ].filter((reason) => reason !== "");
  return { weak: reasons.length > 0, reasons };
}

const shown = (value: number): string => value.toFixed(2);
