import { setMaxListeners } from "node:events";
import { ItemFailed } from "../nodes/common/item-failed.ts";
import { ProgressEvent } from "../state/progress.ts";

/** The part of a compiled graph that a run needs. */
export type Streaming = {
  stream(input: unknown, options: Record<string, unknown>): Promise<AsyncIterable<unknown>>;
};

/** How one item ended: the graph's output so far, and why it went no further. */
export type Ended = { values: Record<string, unknown>; failed: ItemFailed | undefined; cancelled: boolean; interrupted: unknown };

/**
 * Run one item through a graph, passing its progress on.
 *
 * In: graph, input (null goes on from the thread's checkpoint), signal, show, config (thread). Out: the last values, also when the item
 * failed midway. A bug is thrown on.
 */
export const streamGraph = async (
  graph: Streaming,
  input: unknown,
  { signal, show, config = {} }: { signal: AbortSignal; show(event: ProgressEvent): void; config?: Record<string, unknown> },
): Promise<Ended> => {
  const ended: Ended = { values: {}, failed: undefined, cancelled: false, interrupted: undefined };
  // A signal of the item's own: what a graph hangs on it goes with the item, however long the run.
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  try {
    for await (const chunk of await graph.stream(input, { ...config, streamMode: ["custom", "values"], signal: own })) {
      const [mode, value] = Array.isArray(chunk) ? chunk : [undefined, undefined];
      if (mode === "values" && isRecord(value)) {
        ended.interrupted = "__interrupt__" in value ? value.__interrupt__ : undefined;
        ended.values = { ...ended.values, ...value };
      }
      const event = mode === "custom" ? ProgressEvent.safeParse(value) : undefined;
      if (event?.success) show(event.data);
    }
  } catch (error) {
    if (signal.aborted) ended.cancelled = true;
    else if (error instanceof ItemFailed) ended.failed = error;
    else throw error;
  }
  return ended;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
