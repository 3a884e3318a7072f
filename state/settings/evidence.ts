import { z } from "zod";

/** Stage 2 of archehr: every sentence gets a score of 1 to 5, and evidence is selected from the scores. @cite healthnlp2026 §3.2 */
export const evidenceSettings = {
  scoreAnchor: z
    .enum(["interpretation", "clinicianQuestion", "narrative"])
    .default("interpretation")
    .describe(
      "What sentences are scored against; a given clinician question is used only when chosen here. [healthnlp2026 §4.5, Table 2]",
    ),
  bothAnchors: z
    .boolean()
    .default(true)
    .describe(
      "Score against the anchor and the patient's message, and join the votes. Off in paper. [healthnlp2026 §6; spec archehr best 9]",
    ),
  scoreTemperature: z.number().min(0).max(2).default(0).describe("Sampling temperature (0-2). [healthnlp2026 §3.5]"),
  scoreBatch: z
    .int()
    .min(5)
    .max(400)
    .default(120)
    .describe("Most sentences scored by one call (count). Ours: long notes must fit the model's context."),
  strictScore: z.int().min(1).max(5).default(4).describe("Strict evidence scores at least this (1-5). [healthnlp2026 §3.2]"),
  lenientScore: z
    .int()
    .min(1)
    .max(5)
    .default(3)
    .describe("Lenient evidence scores at least this (1-5), used when none is strict. [healthnlp2026 §3.2]"),
  firstSentences: z
    .int()
    .positive()
    .default(3)
    .describe("Sentences taken when scoring failed (count), profile paper only. [healthnlp2026 §3.2]"),
  noInventedEvidence: z
    .boolean()
    .default(true)
    .describe(
      "A failed scoring call goes to the role's next model, else the case abstains; off, the first sentences are taken. Off in paper. [spec archehr best 3]",
    ),
  askMissingScores: z
    .boolean()
    .default(true)
    .describe(
      "Ask once more for sentences that a valid reply left out; off, they count as 1. Off in paper. [spec archehr best 8]",
    ),
  answerFirst: z
    .boolean()
    .default(false)
    .describe(
      "Add votes from cited drafts: a sentence that drafts cite gains. Off: with the embedded model the drafts add nothing that its scores lack; for a chat model. [spec archehr best 4]",
    ),
  answerFirstDrafts: z.int().min(1).max(9).default(3).describe("Cited drafts for the votes (count). Ours: spec archehr best 4."),
  answerFirstTemperature: z
    .number()
    .min(0)
    .max(2)
    .default(0.7)
    .describe("Sampling temperature of the drafts (0-2), so that they differ. Ours."),
  voteShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe("Share of drafts that must cite a sentence to lift it to strict evidence (0-1). Ours."),
  sectionDeduplication: z
    .boolean()
    .default(true)
    .describe(
      "A sentence that repeats an earlier section's evidence is not second evidence. Off in paper. [spec archehr best 7]",
    ),
  duplicateOverlap: z
    .number()
    .min(0)
    .max(1)
    .default(0.8)
    .describe("Share of content words at which a sentence repeats another (0-1). Ours."),
  headingFilter: z.boolean().default(true).describe("Section headings are never evidence. Off in paper. [spec archehr best 7]"),
  abstain: z
    .boolean()
    .default(false)
    .describe(
      "Answer that the note does not say when no sentence is evidence; off, the top sentence is answered from, recorded. [spec archehr best 8]",
    ),
};

export const evidencePaper = {
  bothAnchors: false,
  noInventedEvidence: false,
  askMissingScores: false,
  sectionDeduplication: false,
  headingFilter: false,
};
