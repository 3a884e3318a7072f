import type { Outcome } from "../../state/outcome.ts";
import type { Egress } from "../egress.ts";
import type { Dtype, ModelFacts } from "./inspect-model.ts";
import type { Reader } from "./reader.ts";

/** Text to vectors, in this process and without the network; one encoder serves all cases. */
export type Encoder = {
  /** Folder name of the model. */
  readonly model: string;
  /** Identity of the weights, for manifests and cache keys; "missing" where `check` is not ok. */
  readonly weightsSha256: string;
  /** Length of a vector; 0 where `check` is not ok. */
  readonly dimensions: number;
  /** Look at the weights without loading them. Out: their facts, or misconfigured with the way out. */
  check: () => Outcome<ModelFacts>;
  /** Embed texts. Out: one vector a text, in their order, of unit length and the caller's own. */
  embed: (texts: readonly string[], options?: EmbedOptions) => Promise<Outcome<Float32Array[]>>;
  /** Reads a question and a whole note together; stands on the lower layers of the model that it names, whatever this encoder's is. */
  readonly reader: Reader;
  /** Count the texts that were longer than the model's longest input; what the reader cut it counts itself. */
  truncated: () => number;
  counts: () => EncoderCounts;
  closed: () => boolean;
  /** End the threads, the reader's too, and the cache file; calls that wait end cancelled. */
  close: () => Promise<void>;
};

export type EmbedOptions = {
  signal?: AbortSignal | undefined;
  /** Keep the vectors in the cache file too: for public text only. */
  remember?: boolean;
};

export type EncoderOptions = {
  modelsDir: string;
  /** Folder name of the model inside modelsDir; all-MiniLM-L6-v2 unless given. */
  model?: string;
  dtype?: Dtype;
  /** Threads (count), each with a single-thread session; one a core, at most 2, unless given. */
  threads?: number;
  /** Fetch missing files through this egress; without it a missing file is misconfigured and the network is never used. */
  allowDownload?: Egress;
  /** SQLite file for vectors of texts embedded with `remember`; without it nothing goes to disk. */
  cacheFile?: string;
  /** Vectors kept in memory (count); each takes about 2 KB. */
  recent?: number;
  /** A thread silent for so long over one text counts as dead (milliseconds). */
  stallMs?: number;
  /** Script of the threads, where it is not the one beside this file; tests put one that dies here. */
  script?: URL;
};

/** The vector of one text; of a pair, its one logit. */
export type Embedded = {
  vector: Float32Array;
  /** True where the text was longer than the model's longest input. */
  cut: boolean;
};

/** Texts by what became of them (counts): asked = embedded + fromMemory + fromFile + shared, once all calls have ended ok. */
export type EncoderCounts = {
  asked: number;
  embedded: number;
  fromMemory: number;
  fromFile: number;
  /** Repeated in the call, or waited for by another call already. */
  shared: number;
  /** Embedded or read from the file, and longer than the model's longest input. */
  truncated: number;
  /** Reads and writes of the cache file that failed. */
  fileFailures: number;
  /** Threads now alive. */
  threads: number;
  threadDeaths: number;
};
