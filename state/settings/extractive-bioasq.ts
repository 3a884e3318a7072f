import { z } from "zod";

const share = (value: number) => z.number().min(0).max(1).default(value);

/** Numbers with which the extractive model answers BioASQ questions. Tuned: on BioASQ training set 2b and golden batches of 7B to 10B. */
export const extractiveBioasqSettings = {
  evidenceCosineWeight: share(0.5).describe(
    "Weight of the MiniLM cosine beside the word overlap in a sentence's relevance (0-1). [spec encoder-measured, Notes: their mean; the learned weights rest on it]",
  ),
  evidenceNameWeight: z
    .number()
    .min(0)
    .max(10)
    .default(1.5)
    .describe("Weight of a shared name beside a shared word in that overlap (ratio). Ours: the learned weights rest on it."),
  noFrom: share(0.5).describe("Chance of no from which a yes/no question is answered no (0-1). Ours: classes weighed alike."),
  listWithin: z
    .number()
    .min(0)
    .max(20)
    .default(1.5)
    .describe("A list takes candidates whose score is at most this below the best one's (log odds). Ours: tuned for F1."),
  listLeast: z
    .int()
    .min(1)
    .max(100)
    .default(2)
    .describe("Entries that a list takes whatever they score (count). Ours: tuned for F1."),
  listMost: z
    .int()
    .min(1)
    .max(100)
    .default(15)
    .describe("Most entries of a list, where the question names no number (count). Ours: tuned for F1."),
  idealSentences: z
    .int()
    .min(1)
    .max(10)
    .default(3)
    .describe("Most sentences of an ideal answer (count). [dsgt2026 §4.4.3: 2-3; tuned]"),
  idealWords: z
    .int()
    .min(1)
    .max(200)
    .default(100)
    .describe("Longest ideal answer where the prompt names no limit (words). [spec bioasq best: 30-100]"),
  idealShare: share(0.8).describe(
    "A further sentence must score at least this share of the first one (0-1). Ours: tuned for ROUGE-SU4 F1.",
  ),
  idealRelevance: share(0.2).describe(
    "Weight of a sentence's relevance beside its learned score (ratio). Ours: costs nothing on given snippets, which are all relevant; keeps out strays among found ones.",
  ),
  idealDiversity: share(0.05).describe(
    "Weight of being unlike the chosen sentences, beside the score (0-1). Ours: tuned for ROUGE-SU4 F1. [carbonell1998mmr]",
  ),
  idealRepeats: share(0.97).describe("Cosine from which two sentences say the same (0-1). Ours."),
  answerBonus: share(0.05).describe(
    "Added to a sentence that names the exact answer (predicted ROUGE F1, 0-1). Ours: not tuned.",
  ),
  guessSentences: z
    .int()
    .min(1)
    .max(3)
    .default(2)
    .describe("Most sentences of a tentative answer (count). [prompt guess-answer: 1-3]"),
  guessTerms: z.int().min(0).max(20).default(5).describe("Most terms of a tentative answer (count). Ours."),
  synonymsPerTerm: z.int().min(1).max(20).default(3).describe("Most other names of one key term (count). Ours."),
};
