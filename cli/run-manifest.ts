import { countBy } from "../evaluation/count-by.ts";
import type { Manifest } from "./manifest.ts";
import { NOTICE } from "./notice.ts";
import { paddedEntries } from "./padded-entries.ts";
import type { ResultLine } from "./result-line.ts";
import { version } from "./version.ts";

/** Begin a run's manifest. In: command, fingerprint, start (milliseconds since 1970). Out: the manifest, without counts. */
export const newManifest = (command: readonly string[], fingerprint: Record<string, unknown>, started: number): Manifest => ({
  evigraph: version(),
  notice: NOTICE,
  command: [...command],
  fingerprint,
  counts: {},
  fallbacks: {},
  started: new Date(started).toISOString(),
  finished: null,
  seconds: null,
});

/** Complete a run's manifest. In: the manifest; ids of all entries of the official files, result lines, start (milliseconds since 1970), whether items are left. Out: it with counts, padded entries and end. */
export const finishedManifest = (
  manifest: Manifest,
  {
    entries,
    lines,
    started,
    stopped,
  }: { entries: readonly string[]; lines: readonly ResultLine[]; started: number; stopped: boolean },
): Manifest => {
  const padded = paddedEntries(entries, lines);
  return {
    ...manifest,
    counts: { ...countBy(lines.map(({ status }) => status)), padded: padded.length },
    padded,
    fallbacks: countBy(lines.flatMap(({ fallbacks }) => fallbacks.map(({ code }) => code))),
    finished: stopped ? null : new Date().toISOString(),
    seconds: stopped ? null : Math.round((Date.now() - started) / 100) / 10,
  };
};
