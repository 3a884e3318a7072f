import { StateSchema } from "@langchain/langgraph/web";
import { z } from "zod";
import { fallbacks } from "./fallback.ts";
import { ArchehrSettings } from "./settings/archehr.ts";
import type { Step } from "./step.ts";
import { usage } from "./usage.ts";

/** A sentence with the id that the case gives it; ids are strings and need not be contiguous. */
export const Sentence = z.object({ id: z.string().min(1), text: z.string() });
export type Sentence = z.infer<typeof Sentence>;

/** Where a note lies in the text store. */
export const NoteRef = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type NoteRef = z.infer<typeof NoteRef>;

/** What the text store holds under a note's hash: the note and its sentences with offsets into it. */
export const NoteRecord = z.object({
  text: z.string(),
  sentences: z.array(
    Sentence.extend({
      start: z.int().nonnegative().describe("Offset of the first character in the note (UTF-16 units)."),
      end: z.int().nonnegative().describe("Offset after the last character."),
      heading: z.boolean(),
    }),
  ),
});
export type NoteRecord = z.infer<typeof NoteRecord>;

export const SUBTASKS = ["all", "1", "2", "3", "4"] as const;

/** What a caller gives. */
export const ArchehrInput = new StateSchema({
  caseId: z.string().min(1).default("case").describe("Id of the case, as the official files name it."),
  message: z.string().default("").describe("The patient's message, in their own words."),
  clinicianQuestion: z
    .string()
    .default("")
    .describe("A clinician's wording of the question; used only when scoreAnchor chooses it."),
  note: z
    .union([NoteRef, z.string()])
    .default("")
    .describe(
      "The clinical note as text, or where it lies in the text store. Given text is stored, and this channel then holds its hash.",
    ),
  sentences: z
    .array(Sentence)
    .default(() => [])
    .describe("The note's numbered sentences, when given; they are never split again."),
  answerSentences: z
    .array(Sentence)
    .default(() => [])
    .describe("Answer sentences to align (subtask 4), when given."),
  subtask: z
    .enum(SUBTASKS)
    .default("all")
    .describe("Stop after question (1), evidence (2) or answer (3); align given answer sentences only (4)."),
  settings: ArchehrSettings,
});

const Evidence = Sentence.omit({ text: true }).extend({
  score: z.number().min(1).max(5),
  excerpt: z.string().max(200).describe("For display; the text itself stays in the text store."),
});
export type Evidence = z.infer<typeof Evidence>;

const Alignment = z.object({ answerId: z.string(), evidenceIds: z.array(z.string()) });
export type Alignment = z.infer<typeof Alignment>;

const Citation = z.object({
  answerId: z.string(),
  sentenceId: z.string(),
  start: z.int().nonnegative().describe("Offset of the cited sentence in the note (UTF-16 units)."),
  end: z.int().nonnegative(),
});
export type Citation = z.infer<typeof Citation>;

const Support = z.object({
  answerId: z.string(),
  state: z.enum(["supported", "unsupported", "unsure"]),
  score: z.number().min(0).max(1),
  problem: z.string().describe("What is not supported; empty when supported."),
});
export type Support = z.infer<typeof Support>;

export const ArchehrState = new StateSchema({
  ...ArchehrInput.fields,
  question: z.string().default("").describe("The clinical question that the message asks, at most interpretMaxWords words."),
  scores: z
    .array(z.object({ id: z.string(), score: z.number().min(1).max(5), votes: z.number().min(0).max(1).optional() }))
    .default(() => [])
    .describe("One score a sentence, in the note's order; votes: share of cited drafts that cite it."),
  scoring: z.enum(["pending", "scored", "failed"]).default("pending"),
  verdict: z
    .enum(["ungraded", "strict", "lenient", "unusable", "weakest", "none"])
    .default("ungraded")
    .describe("What the scores allow: strict or lenient evidence, the first sentences, the top sentence, or nothing."),
  evidence: z
    .array(Evidence)
    .default(() => [])
    .describe("Selected sentences, in the note's order."),
  draft: z
    .array(Sentence)
    .default(() => [])
    .describe("Sentences of the answer, ids from 1."),
  length: z.enum(["unmeasured", "within", "over"]).default("unmeasured"),
  alignment: z
    .array(Alignment)
    .default(() => [])
    .describe("The answer's sentences with the note sentences that support them; [] is unsupported."),
  givenAlignment: z
    .array(Alignment)
    .default(() => [])
    .describe("The same for given answer sentences (subtask 4)."),
  support: z.array(Support).default(() => []),
  supportVerdict: z.enum(["unchecked", "supported", "unsupported"]).default("unchecked"),
  repairs: z.int().nonnegative().default(0).describe("Repair rounds done (count)."),
  answer: z.string().default("").describe("The grounded answer, at most answerMaxWords words, without citation markers."),
  citations: z.array(Citation).default(() => []),
  abstained: z.boolean().default(false),
  review: z.enum(["off", "approved", "edited", "rejected"]).default("off"),
  fallbacks,
  usage,
});
export type ArchehrState = typeof ArchehrState.State;

export type ArchehrStep<Reads extends keyof ArchehrState, Writes extends keyof ArchehrState = never> = Step<
  ArchehrState,
  Reads,
  Writes
>;

const { caseId, question, evidence, answer, draft, citations, alignment, givenAlignment, support, abstained, review } =
  ArchehrState.fields;

/** What a caller gets: no scratch channels. */
export const ArchehrOutput = new StateSchema({
  caseId,
  question,
  evidence,
  answer,
  draft,
  citations,
  alignment,
  givenAlignment,
  support,
  abstained,
  review,
  fallbacks,
  usage,
});
