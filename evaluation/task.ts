import type { LocalIndex } from "../clients/index/open-index.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import type { Lexicon } from "../retrieval/lexicon.ts";
import type { Fallback } from "../state/fallback.ts";
import type { Usage } from "../state/usage.ts";
import type { ScoreSheet } from "./score-sheet.ts";

/** What runs and scores the items of a data set. */
export const TASKS = [
  "ranking",
  "coverage",
  "interpretation",
  "sentences",
  "snippets",
  "archehr",
  "bioasq",
  "trivial",
  "simple",
  "simpleCases",
  "abstention",
] as const;
export type TaskName = (typeof TASKS)[number];

/** What a task runs with: the data set's folder, its settings, and the parts that all tasks share. */
export type TaskRun = {
  folder: string;
  /** Given settings; the task's own schema fills in the rest. */
  settings: Readonly<Record<string, unknown>>;
  parts: LiveParts;
  /** Other names that the graph may search by, where the condition names vocabularies. */
  lexicon?: Lexicon | undefined;
  /** Items at once, where a task calls a server; the embedded model gains nothing by more than one. */
  concurrency?: number;
  /** Open the index of a collection's articles, built once; `vectors` only where they are searched. */
  openArticles(file: string, vectors: boolean): Promise<LocalIndex>;
  /** Tell how far it is. */
  tick(done: number, of: number): void;
  signal: AbortSignal;
};

/** What a task gives. */
export type TaskResult = {
  sheet: ScoreSheet;
  /** The whole settings it ran with. */
  settings: Record<string, unknown>;
  fallbacks: Fallback[];
  usage: Usage[];
  /** Items that failed, with the reason; scored as the padding that stands for them. */
  failed: { id: string; reason: string }[];
  /** A curve, where the task makes one. */
  curve?: Curve;
  /** Lines beside each other, where the task makes them. */
  chart?: Lines;
};

/** A mean with its spread at each step. */
export type Curve = { title: string; x: string; y: string; points: { x: number; mean: number; sd: number }[] };

/** Lines over a share, each with both axes 0-1. */
export type Lines = { title: string; x: string; y: string; lines: { name: string; points: { x: number; y: number }[] }[] };
