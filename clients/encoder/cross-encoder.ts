import type { Outcome } from "../../state/outcome.ts";
import type { Dtype, ModelFacts } from "./inspect-model.ts";

/** A question and a text read together: one score, in this process and without the network. */
export type CrossEncoder = {
  /** Folder name of the model. */
  readonly model: string;
  /** Identity of the weights, for manifests; "missing" where `check` is not ok. */
  readonly weightsSha256: string;
  /** Look at the weights without loading them. Out: their facts, or misconfigured with the way out. */
  check: () => Outcome<ModelFacts>;
  /** Score texts for a question. Out: one raw logit a text, in their order; higher is better. */
  score: (question: string, texts: readonly string[], options?: ScoreOptions) => Promise<Outcome<number[]>>;
  counts: () => CrossCounts;
  closed: () => boolean;
  /** End the threads; calls that wait end cancelled. */
  close: () => Promise<void>;
};

export type ScoreOptions = {
  signal?: AbortSignal | undefined;
  /** Called with the number of texts scored so far (count), each time one is. */
  onScored?: ((done: number) => void) | undefined;
};

export type CrossEncoderOptions = {
  modelsDir: string;
  /** Folder name of the model inside modelsDir. */
  model: string;
  dtype?: Dtype;
  /** Threads (count), each with a single-thread session; one a core, at most 2, unless given. */
  threads?: number;
  /** Scores kept in memory (count). */
  recent?: number;
  /** A thread silent for so long over one pair counts as dead (milliseconds). */
  stallMs?: number;
  /** Script of the threads, where it is not the one beside this file; tests put one that dies here. */
  script?: URL;
};

/** Pairs by what became of them (counts). */
export type CrossCounts = {
  asked: number;
  scored: number;
  fromMemory: number;
  /** Scored, and longer than the model's longest input: the longer side was cut. */
  truncated: number;
  /** Threads now alive. */
  threads: number;
  threadDeaths: number;
};
