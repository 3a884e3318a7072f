import { z } from "zod";

const share = (value: number) => z.number().min(0).max(1).default(value);

/** Exact and ideal answers of bioasq, phases A+ and B. @cite dsgt2026 §4.4 */
export const typedAnswerSettings = {
  answerSnippets: z
    .int()
    .min(1)
    .max(20)
    .default(6)
    .describe("Snippets in the prompt, while the budget holds (count); 3 in paper. [dsgt2026 §4.4.3; decision 0013]"),
  listSnippets: z
    .int()
    .min(1)
    .max(20)
    .default(8)
    .describe("Snippets in the prompt of a list question, while the budget holds (count); 3 in paper. [spec bioasq]"),
  rankGiven: z
    .boolean()
    .default(false)
    .describe(
      "Phase B: rank given snippets by the encoder and drop redundant ones; off, the first are taken, as experts ordered them. [spec bioasq; decision 0013]",
    ),
  answerTemperature: z.number().min(0).max(2).default(0).describe("Sampling temperature (0-2). Ours: the paper gives none."),
  selfConsistency: z
    .int()
    .min(1)
    .max(15)
    .default(3)
    .describe(
      "Exact answers asked for at most and joined by vote; fewer once they agree (count); 1 in paper. Ours: the least odd number that can outvote. [spec bioasq best]",
    ),
  selfConsistencyTemperature: z
    .number()
    .min(0)
    .max(2)
    .default(0.7)
    .describe("Sampling temperature when several are asked for (0-2). Ours."),
  separateIdeal: z
    .boolean()
    .default(true)
    .describe(
      "Ask for the ideal answer on its own, cited; off, it comes with the exact answer. Off in paper. [spec bioasq best]",
    ),
  idealMaxWords: z
    .int()
    .min(20)
    .max(200)
    .default(100)
    .describe("Longest ideal answer (words). [spec bioasq best: 30-100; BioASQ limit 200]"),
  maxFactoids: z.int().min(1).max(5).default(5).describe("Factoid candidates, best first (count). [BioASQ limit]"),
  maxListEntries: z.int().min(1).max(100).default(100).describe("List entries (count). [BioASQ limit]"),
  maxEntryCharacters: z.int().min(10).max(100).default(100).describe("Longest list entry (characters). [BioASQ limit]"),
  promptTokens: z
    .int()
    .min(256)
    .default(2048)
    .describe("Context of the model, prompt and reply (tokens). [dsgt2026 §4.4.2: max_model_len 2048]"),
  charactersPerToken: z
    .number()
    .min(1)
    .max(8)
    .default(3)
    .describe("Characters of a token, for fitting the prompt before it is sent (count). Ours: on the safe side of 3.5-4.5."),
  replyTokens: z.int().min(32).default(512).describe("Reserve for the reply (tokens). Ours."),
  verifyIdeal: z
    .boolean()
    .default(true)
    .describe("Drop ideal-answer sentences that no snippet supports. Off in paper. [spec bioasq best]"),
  supportedAbove: share(0.6).describe("Support at or above which an ideal-answer sentence counts as supported (0-1). Ours."),
  unsupportedBelow: share(0.35).describe(
    "Support below which it counts as unsupported; between the two a model decides (0-1). Ours.",
  ),
  correctiveRetries: z
    .int()
    .min(0)
    .max(5)
    .default(1)
    .describe("Times the validator's message goes back to the model (count). 0 in paper. Ours."),
  abstain: z
    .boolean()
    .default(false)
    .describe("Give no exact answer when the evidence is empty and say so; off, the answer is padded. [spec cli]"),
};

export const typedAnswerPaper = {
  answerSnippets: 3,
  listSnippets: 3,
  selfConsistency: 1,
  separateIdeal: false,
  idealMaxWords: 200,
  verifyIdeal: false,
  correctiveRetries: 0,
};
