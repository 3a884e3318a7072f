import { chmodSync } from "node:fs";
import type { BaseCheckpointSaver } from "@langchain/langgraph/web";

/** Open the file in which each step of a run is kept. In: file, or undefined; whether a review needs a memory at least. Out: the saver, undefined when none is wanted. */
export const openCheckpoints = async (
  file: string | undefined,
  review: boolean,
): Promise<{ saver: BaseCheckpointSaver; close(): void } | undefined> => {
  if (file !== undefined) {
    const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
    const saver = SqliteSaver.fromConnString(file);
    chmodSync(file, 0o600);
    return { saver, close: () => saver.db.close() };
  }
  if (!review) return undefined;
  const { MemorySaver } = await import("@langchain/langgraph/web");
  return { saver: new MemorySaver(), close: () => undefined };
};
