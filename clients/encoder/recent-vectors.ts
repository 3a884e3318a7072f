import type { Embedded } from "./encoder.ts";

/** The vectors used last, in memory only: note text never leaves the process by this way. */
export type RecentVectors = { get: (key: string) => Embedded | undefined; put: (key: string, embedded: Embedded) => void };

/** Keep at most `most` vectors (count) by the hash of their text; the one not used for longest goes first. */
export function recentVectors(most: number): RecentVectors {
  const kept = new Map<string, Embedded>(); // a Map keeps the order of insertion
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    put: (key, embedded) => {
      kept.delete(key);
      kept.set(key, embedded);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return;
        kept.delete(oldest);
      }
    },
  };
}
