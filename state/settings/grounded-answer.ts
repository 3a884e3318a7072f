import { z } from "zod";

/** Stages 3 and 4 of archehr: a short grounded answer, its alignment and its verification. @cite healthnlp2026 §3.3-3.4 */
export const groundedAnswerSettings = {
  answerMaxWords: z.int().positive().default(75).describe("Longest answer (words). [healthnlp2026 §3.3; task limit]"),
  answerTemperature: z.number().min(0).max(2).default(0.1).describe("Sampling temperature (0-2). [healthnlp2026 §3.5]"),
  softCutKeepShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.6)
    .describe("Share of answerMaxWords that a cut at a sentence end must keep (0-1). [healthnlp2026 §3.3]"),
  softCutEnd: z
    .enum(["period", "sentence"])
    .default("sentence")
    .describe(
      "Where an over-long answer may end: at any '.', or at a sentence end of our splitter. period in paper. [healthnlp2026 §3.3]",
    ),
  alignTemperature: z.number().min(0).max(2).default(0).describe("Sampling temperature (0-2). [healthnlp2026 §3.5]"),
  perSentenceAlignment: z
    .boolean()
    .default(true)
    .describe(
      "Align each answer sentence on its own, then look once more for missed citations. Off in paper. [spec archehr best 5]",
    ),
  verifySupport: z
    .boolean()
    .default(true)
    .describe(
      "Check each answer sentence against its cited sentences: facts literally, then the encoder, then a model. Off in paper. [spec archehr best 6]",
    ),
  supportEvidence: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe(
      "Weight of the sentence evidence model beside likeness of words and meaning in a support score (0-1). Ours: half, set before it was measured; better than likeness alone on SciFact's claims. [wadden2020scifact §5.2]",
    ),
  supportedAbove: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe(
      "Support score at or above which a sentence counts as supported (0-1). Ours: 5 in 100 sentences that are no rationale of a SciFact training claim reach it.",
    ),
  unsupportedBelow: z
    .number()
    .min(0)
    .max(1)
    .default(0.25)
    .describe(
      "Support score below which it counts as unsupported; between the two a model decides (0-1). Ours: 6 in 10 sentences that are no rationale of a SciFact training claim lie below it.",
    ),
  maxRepairs: z
    .int()
    .min(0)
    .max(4)
    .default(2)
    .describe(
      "Repair rounds: re-cite, rewrite, drop (count). 0 in paper; at most 4, so that the longest path keeps within LangGraph's 25 steps. [spec archehr best 6]",
    ),
  review: z
    .boolean()
    .default(false)
    .describe("Stop before the final answer for a person to approve, edit or reject. Ours: clinician in the loop."),
};

export const groundedAnswerPaper = {
  softCutEnd: "period" as const,
  perSentenceAlignment: false,
  verifySupport: false,
  maxRepairs: 0,
};
