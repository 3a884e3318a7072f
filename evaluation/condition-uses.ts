import { evidenceSettings } from "../state/settings/evidence.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { extractiveBioasqSettings } from "../state/settings/extractive-bioasq.ts";
import { groundedAnswerSettings } from "../state/settings/grounded-answer.ts";
import { interpretSettings } from "../state/settings/interpret.ts";
import { refineSettings } from "../state/settings/refine.ts";
import { retrieveSettings } from "../state/settings/retrieve.ts";
import { typedAnswerSettings } from "../state/settings/typed-answer.ts";
import type { Condition } from "./condition.ts";
import type { TaskName } from "./task.ts";

/** What a condition's task uses of the whole. */
export type Uses = {
  graph: "archehr" | "bioasq";
  /** Names of settings of the graph. */
  settings: readonly string[];
  /** Ids of prompts. */
  prompts: readonly string[];
  /** Names of settings of the embedded model. */
  extractive: readonly string[];
  encoder: boolean;
  /** Whether notes are read by the embedded model's reader. */
  reader: boolean;
  /** Whether a whole graph runs. */
  drawn: boolean;
};

/**
 * Tell what decides a condition's score: which settings, prompts and parts its task uses.
 *
 * In: a condition. Out: what it uses; empty lists for what it does not.
 */
export function usesOf({ task, settings: given }: Pick<Condition, "task" | "settings">): Uses {
  const kind =
    task === "ranking"
      ? SEARCHES.includes(String(given.ranker))
        ? "search"
        : given.ranker === "graph"
          ? "retrieval"
          : "rank"
      : task;
  const used = USES[kind === "bioasq" && given.phase === "B" ? "phaseB" : kind];
  const graph = task === "archehr" || task === "interpretation" || task === "sentences" ? "archehr" : "bioasq";
  return {
    graph,
    settings: used.settings.flatMap((group) => Object.keys(group)),
    prompts: used.prompts,
    extractive: extractiveUsed(graph),
    encoder: task !== "coverage" && task !== "trivial" && given.ranker !== "bm25" && !usesWords(given.by),
    reader: task === "archehr" || task === "sentences",
    drawn: used.drawn === true,
  };
}

/** Name the settings of the embedded model that decide what a graph gives; the reader's weight is told beside its weights. In: the graph. */
export const extractiveUsed = (graph: "archehr" | "bioasq"): readonly string[] =>
  graph === "archehr" ? ARCHEHR_MODEL : BIOASQ_MODEL;

const usesWords = (by: unknown): boolean => by === "first" || by === "words";

const SEARCHES: readonly string[] = ["bm25", "dense", "rrf"];
const BIOASQ_OWN = Object.keys(extractiveBioasqSettings);
/** Support of an answer's sentences is checked with these two. */
const BIOASQ_MODEL = [...BIOASQ_OWN, "supportCosineWeight", "supportedFrom"];
const ARCHEHR_MODEL = Object.keys(ExtractiveSettings.parse({})).filter(
  (name) => !BIOASQ_OWN.includes(name) && name !== "readerWeight",
);

const ANSWER_PROMPTS = ["answer-yesno", "answer-factoid", "answer-list", "answer-summary", "draft-ideal"].map(
  (id) => `bioasq/${id}`,
);
const SEARCH_PROMPTS = ["bioasq/expand-question", "bioasq/guess-answer"];
const VERIFY = "common/verify-claim";
const CASE_PROMPTS = [
  "interpret-question",
  "score-sentences",
  "draft-cited-answer",
  "draft-answer",
  "align-answer",
  "align-sentence",
  "repair-sentence",
].map((id) => `archehr/${id}`);

type Used = { settings: readonly object[]; prompts: readonly string[]; drawn?: true };
const NOTHING: Used = { settings: [], prompts: [] };
const USES: Record<Exclude<TaskName, "ranking"> | "search" | "rank" | "retrieval" | "phaseB", Used> = {
  coverage: NOTHING,
  trivial: NOTHING,
  simple: NOTHING,
  simpleCases: NOTHING,
  search: NOTHING,
  rank: { settings: [retrieveSettings], prompts: [] },
  retrieval: { settings: [retrieveSettings, refineSettings], prompts: SEARCH_PROMPTS, drawn: true },
  snippets: { settings: [refineSettings], prompts: [] },
  abstention: { settings: [retrieveSettings], prompts: ["bioasq/answer-yesno"] },
  phaseB: { settings: [refineSettings, typedAnswerSettings], prompts: [...ANSWER_PROMPTS, VERIFY], drawn: true },
  bioasq: {
    settings: [retrieveSettings, refineSettings, typedAnswerSettings],
    prompts: [...SEARCH_PROMPTS, ...ANSWER_PROMPTS, VERIFY],
    drawn: true,
  },
  interpretation: { settings: [interpretSettings], prompts: ["archehr/interpret-question"] },
  sentences: { settings: [evidenceSettings], prompts: ["archehr/score-sentences", "archehr/draft-cited-answer"] },
  archehr: {
    settings: [interpretSettings, evidenceSettings, groundedAnswerSettings],
    prompts: [...CASE_PROMPTS, VERIFY],
    drawn: true,
  },
};
