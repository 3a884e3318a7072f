import { z } from "zod";
import { extractiveBioasqSettings } from "./extractive-bioasq.ts";

const share = (value: number) => z.number().min(0).max(1).default(value);

/** How the extractive model ranks the sentences of a note for a question; the weights of what it measures are learned (evidence-weights.json). */
const relevanceSettings = {
  cosineWeight: share(0.7).describe(
    "Weight of the MiniLM cosine beside the idf word overlap in a sentence's nearness to the question (0-1). Ours: flat from 0.65 to 0.85 on notes of our own. [spec encoder-measured, Notes: their mean]",
  ),
  directFrom: share(0.4).describe(
    "Mean of cosine and word overlap with the question from which nearness alone makes a sentence likely evidence, rising to certain at 1 (0-1). Ours: few sentences of our tuning notes lie above it.",
  ),
  readerWeight: share(0.75).describe(
    "How much of what the reader, which sees question and note together, adds to the log odds of the learned trees counts, in a note that is not too short (0-1); 0: no reader is loaded. Ours: on notes of writers left out, .5 to 1 do about as well. [decision 0031]",
  ),
  treesAloneFrom: z
    .int()
    .min(1)
    .max(400)
    .default(22)
    .describe(
      "Sentences of a note, headings counted, from which the learned trees and the reader judge alone; in a shorter note nearness to the question counts beside them, by what is missing (count). Ours: about the shortest note that they learned from (23).",
    ),
  nearestChance: share(0.6).describe(
    "Probability of being evidence of the sentence nearest to the question in a note of next to no length; others in proportion to their nearness (0-1). Ours: above strictFrom for what is at least half as near.",
  ),
  relevanceFloor: share(0.23).describe(
    "Mean of the best sentences' cosine and overlap (three; fewer in a note of under eleven) below which a note says nothing on the question (0-1). Ours: on 26 questions of our own, 7 in 10 put to a stranger's note lie below it, 8 in 10 of their messages, and 3 of 78 wordings put to their own.",
  ),
  couldAnswer: share(0.28).describe(
    "Share of a note's sentences that could answer a question, for a note of under eleven (0-1). Ours.",
  ),
  enoughAlone: share(0.35).describe(
    "Cosine and overlap from which one sentence is enough for a note to say something (0-1). Ours: 9 in 10 questions of our own put to a stranger's note find none.",
  ),
};

/** How probabilities become scores of 1 to 5, answers and citations. */
const selectionSettings = {
  strictFrom: share(0.24).describe(
    "Probability of being evidence from which a note's sentence scores 4 or 5 (0-1). Ours: best on notes of writers left out, flat from 0.20 to 0.28.",
  ),
  lenientFrom: share(0.12).describe("Probability from which it scores 3 (0-1). Ours: half of it."),
  strictMost: z
    .int()
    .min(1)
    .max(400)
    .default(40)
    .describe(
      "Most sentences of a note that score 4 or 5 (count). Ours: all likely sentences of a very long note are more than 75 words can tell.",
    ),
  textKind: z
    .enum(["auto", "note", "abstract"])
    .default("auto")
    .describe(
      "What the sentences are from: a clinical note or a research abstract, each with its model; auto: by their words. Ours: auto reads 95 in 100 SciFact abstracts as abstracts and none of 372 notes of our own.",
    ),
  abstractStrictFrom: share(0.22).describe(
    "Probability from which an abstract's sentence scores 4 or 5 (0-1): the sentence evidence model's threshold, chosen on SciFact's training claims. [wadden2020scifact §5.2]",
  ),
  abstractLenientFrom: share(0.11).describe("Probability from which it scores 3 (0-1). Ours: half of it."),
  abstractMost: z
    .int()
    .min(1)
    .max(20)
    .default(4)
    .describe("Most sentences of an abstract that score 4 or 5 (count). Chosen with the threshold. [wadden2020scifact §5.2]"),
  topShare: share(1 / 3).describe("Best share of those that scores 5 (0-1). Ours."),
  diversity: share(0.05).describe(
    "Weight of being unlike what the answer holds already, beside relevance (0-1). Ours: 1 - lambda of maximal marginal relevance. [carbonell1998mmr]",
  ),
};

/** How answer sentences are linked with the note and checked against it. */
const supportSettings = {
  supportCosineWeight: share(0.5).describe(
    "Weight of the MiniLM cosine beside the share of a statement's words that a sentence holds (0-1). [spec encoder-measured, Notes: their mean]",
  ),
  alignShare: share(0.6).describe(
    "A sentence is cited when it scores at least this share of the best one (0-1). [spec encoder-measured, Notes]",
  ),
  alignMost: z
    .int()
    .min(1)
    .max(20)
    .default(4)
    .describe("Most citations of one answer sentence (count). [spec encoder-measured, Notes]"),
  alignGain: share(0.15).describe(
    "Share of the statement's words that a further citation must add, unless it is about as strong as the best (0-1). Ours: flat from 0.15 to 0.25 on the demo's gold answers.",
  ),
  alignEqual: share(0.9).describe("Share of the best one's support from which a sentence is as strong (0-1). Ours."),
  clauseFloor: share(0.5).describe(
    "Mean of cosine and word share from which a sentence is cited for one clause of the statement (0-1). Ours: flat from 0.45 to 0.6 on the demo's gold answers.",
  ),
  alignFloor: share(0.3).describe(
    "Mean of cosine and word share below which a sentence supports nothing (0-1). Ours: notes of our own.",
  ),
  missedShare: share(0.5).describe(
    "Share of the words not yet covered that a further citation must hold (0-1). Ours: notes of our own.",
  ),
  supportedFrom: share(0.5).describe(
    "Mean of cosine and word share from which a claim counts as supported (0-1). Ours: notes of our own.",
  ),
};

/** Every number of the extractive model, which answers prompts with MiniLM and rules. */
export const ExtractiveSettings = z
  .strictObject({ ...relevanceSettings, ...selectionSettings, ...supportSettings, ...extractiveBioasqSettings })
  .prefault({});
export type ExtractiveSettings = z.infer<typeof ExtractiveSettings>;
