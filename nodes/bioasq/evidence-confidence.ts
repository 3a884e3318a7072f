import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Ask } from "../../clients/models/ask.ts";
import { answerConfidence } from "../../retrieval/answer-confidence.ts";
import type { Runtime } from "../../state/step.ts";
import { checkClaim } from "../common/check-claim.ts";
import { similarities } from "./similarities.ts";

/** A question and the texts that should hold its answer. */
export type Held = { questionId: string; body: string; texts: readonly string[] };

/**
 * Tell how likely texts hold evidence for a question.
 *
 * Formula: the calibrated support of the question by its five nearest texts; no other signal has a weight in the fit of evidence. No model is asked.
 * In: question, texts. Out: probability (0-1), calibrated on claims of SciFact and not on questions; undefined where there is no text. If the encoder is down: undefined, since words alone are another signal than the one of the fit.
 */
export const evidenceConfidence = async (
  { ask, embed }: { ask: Ask; embed: Encoder["embed"] },
  { questionId, body, texts }: Held,
  runtime: Runtime | undefined,
): Promise<number | undefined> => {
  if (texts.length === 0) return undefined;
  const near = await similarities(
    embed,
    body,
    texts.map((text) => ({ text })),
    runtime,
  );
  if (near.is !== "ok") return undefined;
  const evidence = texts
    .map((text, at) => ({ text, near: near.value[at] ?? 0 }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, NEAREST)
    .map(({ text }) => text);
  const options = { step: "evidenceConfidence", item: questionId, supportedAbove: 0, unsupportedBelow: 0 };
  const { score, fallbacks } = await checkClaim({ ask, embed }, { claim: body, evidence }, options, runtime);
  return fallbacks.length > 0 ? undefined : answerConfidence({ margin: 0, support: score, agreement: 0 }, "evidence");
};

/** Texts that are held against the question (count), as in the fit. */
const NEAREST = 5;
