import type { Ask } from "../../clients/models/ask.ts";
import { interpretQuestion as prompt } from "../../prompts/archehr/interpret-question.ts";
import type { ArchehrStep } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Usage } from "../../state/usage.ts";
import { cutQuestion } from "../../text/cut-question.ts";
import { findEntities } from "../../text/entities.ts";
import { firstQuestion } from "../../text/first-question.ts";
import { countWords } from "../../text/python-whitespace.ts";
import { askCorrected } from "../common/ask-corrected.ts";
import { fellBack } from "../common/fell-back.ts";

/**
 * Turn the patient's message into one clinical question.
 *
 * In: message. Out: question, at most interpretMaxWords words. With entityGuard several are asked for, and the one that holds the most
 * weighted entities of the message wins (the first among equals).
 * If the model is down: the message's first question sentence, cut; one fallback.
 *
 * @cite healthnlp2026 §3.1; spec archehr best 1-2
 */
export const interpretQuestion =
  (ask: Ask): ArchehrStep<"caseId" | "message" | "settings", "question"> =>
  async ({ caseId, message, settings }, runtime) => {
    const { interpretMaxWords: maxWords, interpretShots: shots, entityGuard } = settings;
    const names = entityGuard ? weightedNames(message) : [];
    const usage: Usage[] = [];
    const fallbacks: Fallback[] = [];
    const candidates: string[] = [];
    for (let sample = 0; sample < (entityGuard ? settings.interpretCandidates : 1); sample++) {
      const keep = sample === 0 ? [] : names.slice(0, sample * 2).map(({ text }) => text);
      if (sample > 0 && keep.length === 0) break;
      const reply = await askCorrected(
        ask,
        prompt,
        { message, shots, maxWords, keep },
        {
          role: "interpret",
          step: "interpretQuestion",
          item: caseId,
          temperature: settings.interpretTemperature,
          sample,
          corrections: settings.correctiveRetries,
        },
        runtime,
      );
      usage.push(...reply.usage);
      fallbacks.push(...reply.fallbacks);
      if (reply.outcome.is === "ok") candidates.push(reply.outcome.value.question);
      else fallbacks.push(fellBack("interpretQuestion", reply.outcome, "went on without this candidate"));
    }
    const chosen = best(candidates, names) ?? firstQuestion(message);
    if (candidates.length === 0)
      fallbacks.push({
        step: "interpretQuestion",
        code: "empty",
        reason: "no candidate question was given",
        instead: "took the message's first question sentence",
      });
    if (countWords(chosen) <= maxWords) return { question: chosen, usage, fallbacks };
    fallbacks.push({
      step: "interpretQuestion",
      code: "overLength",
      reason: `the question has ${countWords(chosen)} words`,
      instead: `cut it to ${maxWords} words`,
    });
    return { question: cutQuestion(chosen, maxWords, entityGuard ? "entities" : "words"), usage, fallbacks };
  };

type Name = { text: string; canonical: string; weight: number };

/** Names of the message, one an entity whatever its wording, the weightiest first. */
const weightedNames = (message: string): Name[] => {
  const first = new Map<string, Name>();
  for (const { kind, text, canonical, weight } of findEntities(message))
    if (kind !== "number" && !first.has(canonical)) first.set(canonical, { text, canonical, weight });
  return [...first.values()].sort((a, b) => b.weight - a.weight);
};

/** The first candidate that holds the most weight of names, in the message's wording or in a clinical one. */
const best = (candidates: readonly string[], names: readonly Name[]): string | undefined => {
  const kept = (question: string): number => {
    const held = new Set(findEntities(question).map(({ canonical }) => canonical));
    const holds = ({ text, canonical }: Name) => held.has(canonical) || question.toLowerCase().includes(text.toLowerCase());
    return names.filter(holds).reduce((sum, { weight }) => sum + weight, 0);
  };
  return candidates.reduce<string | undefined>(
    (top, question) => (top === undefined || kept(question) > kept(top) ? question : top),
    undefined,
  );
};
