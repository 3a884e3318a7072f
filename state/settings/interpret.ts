import { z } from "zod";

/** Stage 1 of archehr: the patient's message becomes a clinical question. @cite healthnlp2026 §3.1 */
export const interpretSettings = {
  interpretMaxWords: z
    .int()
    .positive()
    .default(15)
    .describe("Longest clinical question (words). [healthnlp2026 §3.1; task limit]"),
  interpretShots: z
    .union([z.literal(0), z.literal(3)])
    .default(3)
    .describe("Worked examples in the prompt (count). [healthnlp2026 §3.1, Table 2]"),
  interpretTemperature: z.number().min(0).max(2).default(0).describe("Sampling temperature (0-2). [healthnlp2026 §3.5]"),
  entityGuard: z
    .boolean()
    .default(true)
    .describe(
      "Ask for several questions and keep the one that holds the most weighted entities of the message. Off in paper. [spec archehr best 1]",
    ),
  interpretCandidates: z
    .int()
    .min(1)
    .max(8)
    .default(3)
    .describe("Questions asked for when entityGuard is on (count). Ours: spec archehr best 1."),
  correctiveRetries: z
    .int()
    .min(0)
    .max(5)
    .default(2)
    .describe("Times the validator's message goes back to the model, in every stage (count). 0 in paper. [spec archehr best 2]"),
};

export const interpretPaper = { entityGuard: false, interpretCandidates: 1, correctiveRetries: 0 };
