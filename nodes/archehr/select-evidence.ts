import type { TextStore } from "../../clients/text-store.ts";
import type { ArchehrState, ArchehrStep } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import { eligibleSentences } from "./eligible-sentences.ts";
import { readNote } from "./read-note.ts";

/**
 * Decide which evidence the scores allow.
 *
 * In: note, scores, scoring. Out: verdict: strict (some sentence scores strictScore or more), lenient (lenientScore or more), unusable
 * (profile paper: the first sentences), weakest (the top sentence, recorded), none (abstain); a fallback for all but strict.
 *
 * @cite healthnlp2026 §3.2; spec archehr best 3, 8
 */
export const selectEvidence =
  (texts: Pick<TextStore, "get">): ArchehrStep<"note" | "scores" | "scoring" | "settings", "verdict"> =>
  async ({ note, scores, scoring, settings }) => {
    const eligible = eligibleSentences(readNote(texts, note, "selectEvidence"), scores, settings);
    const verdict = verdictOf(scoring, eligible, settings);
    const fallback = explain(verdict, eligible.length, scoring, settings);
    return fallback === undefined ? { verdict } : { verdict, fallbacks: [fallback] };
  };

const verdictOf = (
  scoring: ArchehrState["scoring"],
  eligible: readonly { score: number }[],
  settings: ArchehrState["settings"],
): ArchehrState["verdict"] => {
  const top = Math.max(0, ...eligible.map(({ score }) => score));
  if (scoring === "scored" && top >= settings.strictScore) return "strict";
  if (scoring === "scored" && top >= settings.lenientScore) return "lenient";
  if (!settings.noInventedEvidence) return "unusable";
  return scoring === "scored" && eligible.length > 0 && !settings.abstain ? "weakest" : "none";
};

const explain = (
  verdict: ArchehrState["verdict"],
  eligible: number,
  scoring: string,
  settings: ArchehrState["settings"],
): Fallback | undefined => {
  const step = "selectEvidence";
  const below = (score: number) => `no sentence scores ${score} or more`;
  if (verdict === "lenient") {
    return {
      step,
      code: "noStrictEvidence",
      reason: below(settings.strictScore),
      instead: `kept sentences scoring ${settings.lenientScore} or more`,
    };
  }
  const scored = eligible === 0 ? "the note holds headings and no sentence" : below(settings.lenientScore);
  const reason = scoring === "failed" ? "the sentences could not be scored" : scored;
  if (verdict === "unusable")
    return { step, code: "noEvidence", reason, instead: `took the first ${settings.firstSentences} sentences` };
  if (verdict === "weakest") return { step, code: "noEvidence", reason, instead: "answered from the top sentence" };
  if (verdict === "none") return { step, code: "noEvidence", reason, instead: "abstained" };
  return undefined;
};
