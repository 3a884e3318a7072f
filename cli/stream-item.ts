import { z } from "zod";
import { canonicalJson } from "../clients/canonical-json.ts";
import { sha256 } from "../clients/text-store.ts";
import type { ProgressEvent } from "../state/progress.ts";
import { Usage } from "../state/usage.ts";
import { type Ended, type Streaming, streamGraph } from "./stream-graph.ts";

/** A graph whose threads can be looked up, as a checkpointer makes them. */
export type Resumable = Streaming & {
  getState(
    config: Record<string, unknown>,
  ): Promise<{ next: readonly string[]; values: unknown; createdAt?: string | undefined }>;
};

export type StreamItem = {
  item: string;
  fingerprint: unknown;
  signal: AbortSignal;
  show(event: ProgressEvent): void;
  /** True with a checkpointer: an item that was begun goes on after its last finished node, and one that was finished is not run again. */
  resumable: boolean;
  /** Given where the run starts anew: drops what the checkpointer holds of a thread. */
  forget?: ((thread: string) => Promise<void>) | undefined;
  /** True in a replay: the time is the recorded one, so that two replays give the same bytes. */
  replaying: boolean;
  review?:
    | ((
        ended: Ended,
        config: Record<string, unknown>,
        about: { signal: AbortSignal; show(event: ProgressEvent): void },
      ) => Promise<Ended>)
    | undefined;
};

/**
 * Run one item of a run, from its checkpoint where there is one.
 *
 * Out: how it ended, and how long it took (milliseconds).
 */
export const streamItem = async (graph: Resumable, input: unknown, about: StreamItem): Promise<{ ended: Ended; ms: number }> => {
  const { item, fingerprint, signal, show, resumable, forget, replaying, review } = about;
  const began = performance.now();
  const thread = sha256(canonicalJson({ item, fingerprint }));
  await forget?.(thread);
  const config = resumable ? { configurable: { thread_id: thread }, durability: "sync" } : {};
  const begun = resumable ? await graph.getState(config) : undefined;
  const goesOn = begun !== undefined && begun.next.length > 0;
  // A finished thread that is given its input again would go on counting calls and rounds where it stopped.
  const isFinished = begun?.createdAt !== undefined && !goesOn;
  let ended = isFinished
    ? { values: Values.parse(begun.values), failed: undefined, cancelled: false, interrupted: undefined }
    : await streamGraph(graph, goesOn ? null : input, { signal, show, config });
  if (review !== undefined) ended = await review(ended, config, { signal, show });
  const recorded = Usage.array().safeParse(ended.values.usage);
  const spent = replaying ? (recorded.data ?? []).reduce((sum, { ms }) => sum + ms, 0) : performance.now() - began;
  return { ended, ms: Math.round(spent) };
};

const Values = z.record(z.string(), z.unknown());
