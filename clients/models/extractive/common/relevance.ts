import { createRequire } from "node:module";
import { BoostedTrees, chanceOf } from "../../../../retrieval/boosted-trees.ts";
import { sentenceEvidence } from "../../../../retrieval/sentence-evidence.ts";
import type { Sentence } from "../../../../state/archehr.ts";
import { type Outcome, ok } from "../../../../state/outcome.ts";
import type { ExtractiveSettings } from "../../../../state/settings/extractive.ts";
import type { Extracting } from "../handler.ts";
import { evidenceFeatures } from "./evidence-features.ts";
import { type MeasuredNote, measureNote, type Placed } from "./measure-note.ts";
import { textKindOf } from "./text-kind.ts";

const NOTE_MODEL = BoostedTrees.parse(createRequire(import.meta.url)("./evidence-weights.json"));

/** A sentence of a note with what it has to do with a question. */
export type Ranked = Placed & {
  /** Relevance within its note, 0-1; only its order means something. 0 for headings. */
  rank: number;
  /** Estimated probability that it is evidence, 0-1. 0 for headings. */
  chance: number;
};

/** Sentences ranked for a question; `silent` when the text says nothing on it. */
export type Relevance = { sentences: Ranked[]; kind: "note" | "abstract"; silent: boolean };

const BEST = 3;
const LEAST = 1e-4;

/**
 * Rank the sentences of a text for a question: those of a note by nearness in meaning and words, of the sentence, its neighbours and its section, and by how it is worded and what it
 * tells, by learned trees, corrected by a reader that sees question and note together; those of a research abstract by the sentence evidence model.
 * In: question (of a long message what it asks counts most), sentences in the text's order, settings. Out: the sentences in the same order. If the encoder is down: its outcome.
 * @cite spec encoder-measured, Notes; wadden2020scifact §5.2
 */
export async function relevanceTo(
  question: string,
  sentences: readonly Sentence[],
  extracting: Extracting,
): Promise<Outcome<Relevance>> {
  const measured = await measureNote(question, sentences, extracting);
  if (measured.is !== "ok") return measured;
  const { body, told } = measured.value;
  const { read, settings, signal } = extracting;
  const kind = settings.textKind === "auto" ? textKindOf(sentences) : settings.textKind;
  const logits =
    kind === "abstract" || settings.readerWeight === 0
      ? undefined
      : await read(
          question,
          told.map(({ text }) => text),
          { signal },
        );
  if (logits !== undefined && logits.is !== "ok") return logits;
  const chances =
    kind === "abstract" ? abstractChances(measured.value) : noteChances(question, measured.value, logits?.value, settings);
  const ranks = scaled(chances);
  const byId = new Map(told.map(({ id }, at) => [id, { rank: ranks[at]!, chance: chances[at]! }])); // one a sentence told
  return ok({
    sentences: body.map((sentence) => ({ ...sentence, ...(byId.get(sentence.id) ?? { rank: 0, chance: 0 }) })),
    kind,
    silent: saysNothing(told.map(absoluteOf), settings),
  });
}

/**
 * What the trees say, or that a sentence says nearly all that is asked: then it is evidence however it is worded, which few tuning notes show.
 * Trees and reader have seen no note as short as some: the shorter it is, the more its sentences' nearness beside that of the nearest counts.
 */
const noteChances = (
  question: string,
  { body, told }: MeasuredNote,
  logits: readonly number[] | undefined,
  { cosineWeight, directFrom, treesAloneFrom, nearestChance, readerWeight }: ExtractiveSettings,
): number[] => {
  const seen = Math.min(1, body.length / treesAloneFrom);
  const nearest = Math.max(1e-9, ...told.map(absoluteOf));
  return evidenceFeatures(question, told, cosineWeight).map((features, at) => {
    const absolute = Math.max(0, absoluteOf(told[at]!)); // one a sentence told
    const direct = Math.max(0, (absolute - directFrom) / Math.max(1e-9, 1 - directFrom));
    const byTrees = seen * chanceOf(NOTE_MODEL, features) + (1 - seen) * nearestChance * (absolute / nearest);
    const chance = logits === undefined ? byTrees : shifted(byTrees, seen * readerWeight * logits[at]!); // one a sentence told
    return 1 - (1 - chance) * (1 - Math.min(1, direct));
  });
};

/** A probability whose log odds something is added to. */
function shifted(chance: number, logOdds: number): number {
  const within = Math.min(1 - LEAST, Math.max(LEAST, chance));
  return 1 / (1 + Math.exp(-(Math.log(within / (1 - within)) + logOdds)));
}

/** Mean of cosine and word overlap with the question as a whole, 0-1: comparable between notes. */
const absoluteOf = ({ plainCosine, plainOverlap }: MeasuredNote["told"][number]): number => (plainCosine + plainOverlap) / 2;

const abstractChances = ({ asked, told }: MeasuredNote): number[] =>
  sentenceEvidence({ claim: asked, title: "", sentences: told });

function saysNothing(absolutes: readonly number[], { relevanceFloor, enoughAlone, couldAnswer }: ExtractiveSettings): boolean {
  // A short note has fewer sentences that could answer than the mean is taken over in a long one.
  const could = Math.max(1, Math.min(BEST, Math.round(couldAnswer * absolutes.length)));
  const best = [...absolutes].sort((a, b) => b - a).slice(0, could);
  const mean = best.reduce((sum, value) => sum + value, 0) / Math.max(1, best.length);
  return mean < relevanceFloor && (best[0] ?? 0) < enoughAlone;
}

/** Sort what may be evidence, best first; equals keep the note's order. */
export const bestFirst = ({ sentences }: Pick<Relevance, "sentences">): Ranked[] =>
  sentences.filter(({ place }) => !place.heading).sort((a, b) => b.rank - a.rank);

/**
 * Choose what is evidence, best first: sentences as probable as the settings ask of the kind of text, and no more than its most.
 * In: relevance, how probable evidence must be in its kind of text (0-1, note and abstract). Out: the sentences; empty where none is.
 */
export const probable = (
  relevance: Pick<Relevance, "sentences" | "kind">,
  from: Record<Relevance["kind"], number>,
  { strictMost, abstractMost }: ExtractiveSettings,
): Ranked[] =>
  bestFirst(relevance)
    .slice(0, relevance.kind === "abstract" ? abstractMost : strictMost)
    .filter(({ chance }) => chance >= from[relevance.kind]);

function scaled(values: readonly number[]): number[] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return values.map((value) => (high > low ? (value - low) / (high - low) : 0));
}
