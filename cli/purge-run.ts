import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import type { PurgeOptions } from "./commands/purge.ts";
import { lockFolder } from "./lock-folder.ts";
import { readManifest } from "./manifest.ts";
import { PAID } from "./open-ledger.ts";
import { printJson } from "./print-json.ts";
import { purgeCheckpoint, purgeRecordings } from "./purge-files.ts";
import { say } from "./visible-text.ts";

const HOLDING = [
  "results.jsonl",
  "submission.json",
  "documents.trec",
  "communications.json",
  "subtask-1",
  "subtask-2",
  "subtask-3",
  "subtask-4",
  "texts",
  PAID,
];

/**
 * Remove what holds note text: the files of a run folder (its manifest, which holds none, stays), checkpoints and recordings.
 *
 * In: run folder, files named by the options. Out: exit code 0. What is no run folder, no file of checkpoints or no recording is left
 * alone (exit 2).
 */
export const runPurge = (folder: string | undefined, { checkpoint, record, json }: PurgeOptions): ExitCode => {
  if (folder === undefined && checkpoint === undefined && record === undefined)
    throw wrong("purge: name a run folder, --checkpoint FILE or --record DIR. Nothing was removed.");
  const removed = folder === undefined ? [] : purgeRun(folder);
  const beside = [
    ...(checkpoint === undefined ? [] : purgeCheckpoint(checkpoint)),
    ...(record === undefined ? [] : purgeRecordings(record)),
  ];
  if (json) {
    printJson({ folder: folder ?? null, removed, beside });
    return EXIT.done;
  }
  const lines = [
    ...(folder === undefined ? [] : [`Removed from ${folder}: ${removed.join(", ") || "nothing, it was clean"}.`]),
    ...beside.map((path) => `Removed: ${path}.`),
    ...(checkpoint === undefined || record === undefined
      ? ["Checkpoints and recordings lie where --checkpoint and --record put them; name them to purge to remove them."]
      : []),
  ];
  say(...lines);
  return EXIT.done;
};

const purgeRun = (folder: string): string[] => {
  if (!existsSync(folder) || readManifest(join(folder, "manifest.json")) === undefined) {
    throw wrong(`${folder} is no run folder: it has no manifest.json. Nothing was removed.`);
  }
  const release = lockFolder(folder);
  const removed = HOLDING.filter((name) => existsSync(join(folder, name)));
  for (const name of [...removed, ...removed.map((file) => `${file}.tmp`)])
    rmSync(join(folder, name), { recursive: true, force: true });
  release();
  return removed;
};
