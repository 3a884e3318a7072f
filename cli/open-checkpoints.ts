import { chmodSync } from "node:fs";
import type { BaseCheckpointSaver } from "@langchain/langgraph/web";

/** Where the items of a run stand; `forget` drops what is held of a thread. */
export type Checkpoints = { saver: BaseCheckpointSaver; forget(thread: string): Promise<void>; close(): void };

/**
 * Open the file in which a run keeps where each of its items stands.
 *
 * In: file, or undefined; whether a review needs a memory at least. Out: the saver, undefined when none is wanted. Of each thread, and of each subgraph that is
 * running in it, the file holds the newest checkpoint alone, with the writes that wait on it: what a resume needs, and no history. What it drops is
 * overwritten with zeros; `close` gives the room back to the disk where that is worth a copy of the file. See docs/decisions/0023.
 */
export const openCheckpoints = async (file: string | undefined, review: boolean): Promise<Checkpoints | undefined> => {
  if (file !== undefined) {
    const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
    const saver = SqliteSaver.fromConnString(file);
    chmodSync(file, 0o600);
    await saver.getTuple({ configurable: { thread_id: "" } }); // the first call makes the tables
    saver.db.pragma("secure_delete = ON");
    saver.db.exec(KEEP_NEWEST);
    return { saver, forget: (thread) => saver.deleteThread(thread), close: () => closeCompact(saver.db) };
  }
  if (!review) return undefined;
  const { MemorySaver } = await import("@langchain/langgraph/web");
  const saver = new MemorySaver();
  return { saver, forget: (thread) => saver.deleteThread(thread), close: () => undefined };
};

/** Rows that a new checkpoint makes needless: older ones of its own namespace, and those of the subgraphs that ran under it. Ids rise with time. */
const NEEDLESS = `thread_id = new.thread_id AND checkpoint_id < new.checkpoint_id AND (
  checkpoint_ns = new.checkpoint_ns OR new.checkpoint_ns = ''
  OR substr(checkpoint_ns, 1, length(new.checkpoint_ns) + 1) = new.checkpoint_ns || '|')`;

// A trigger belongs to the transaction of its insert: the old checkpoint goes in the moment in which the new one is there. It is temporary: another program that opens the file keeps what it likes.
const KEEP_NEWEST = `CREATE TEMP TRIGGER keep_newest AFTER INSERT ON main.checkpoints BEGIN
  DELETE FROM writes WHERE ${NEEDLESS};
  DELETE FROM checkpoints WHERE ${NEEDLESS};
END`;

/** What of a file must be free before it is written anew (share, and bytes). */
const WORTH_A_COPY = { share: 0.25, bytes: 2 ** 18 };

type Database = { pragma(text: string, options?: { simple: true }): unknown; exec(sql: string): unknown; close(): unknown };

const closeCompact = (database: Database): void => {
  const number = (name: string): number => Number(database.pragma(name, { simple: true }));
  const [free, pages, pageSize] = [number("freelist_count"), number("page_count"), number("page_size")];
  try {
    if (free >= WORTH_A_COPY.share * pages && free * pageSize >= WORTH_A_COPY.bytes) database.exec("VACUUM");
  } catch (error) {
    // Another run has the file open, or the disk has no room for a copy: nothing is lost, and the next close tries again.
    if (!(error instanceof Error && "code" in error && /^SQLITE_(BUSY|LOCKED|FULL)/.test(String(error.code)))) throw error;
  } finally {
    database.close();
  }
};
