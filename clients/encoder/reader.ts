import type { Outcome } from "../../state/outcome.ts";
import type { ReaderFacts } from "./inspect-reader.ts";

/** A question and a whole note read together, in this process and without the network. */
export type Reader = {
  /** Folder name of the model. */
  readonly model: string;
  /** Identity of what it computes, for manifests: a hash of its weights, its base's, what it reads of the base and its longest input; "missing" where `check` is not ok. */
  readonly identity: string;
  /** Look at the weights without loading them. Out: their facts, or misconfigured with the way out. */
  check: () => Outcome<ReaderFacts>;
  /** Judge a note's sentences for a question. Out: what it adds to the log odds that a sentence is evidence, one a sentence, in their order (logit). */
  read: (
    question: string,
    sentences: readonly string[],
    options?: { signal?: AbortSignal | undefined },
  ) => Promise<Outcome<number[]>>;
  /** Count the notes whose question or a sentence of which was too long and cut. */
  truncated: () => number;
  /** End the threads; calls that wait end cancelled. */
  close: () => Promise<void>;
};

export type ReaderOptions = {
  modelsDir: string;
  /** Folder name of the model inside modelsDir; MiniLM-L6-note-reader unless given. */
  model?: string;
  /** Threads (count); one a core, at most 2, unless given. */
  threads?: number;
  /** Readings kept in memory (count). */
  recent?: number;
  /** A thread silent for so long counts as dead (milliseconds); over a long note it says that it works. */
  stallMs?: number;
  /** Script of the threads, where it is not the one beside this file. */
  script?: URL;
};
