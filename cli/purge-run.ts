import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import { lockFolder } from "./lock-folder.ts";
import { readManifest } from "./manifest.ts";
import { PAID } from "./open-ledger.ts";
import { printJson } from "./print-json.ts";

const HOLDING = [
  "results.jsonl",
  "submission.json",
  "documents.trec",
  "subtask-1",
  "subtask-2",
  "subtask-3",
  "subtask-4",
  "texts",
  PAID,
];

/**
 * Remove the files of a run folder that hold note text; the manifest, which holds none, stays.
 *
 * In: run folder. Out: exit code 0. A folder without a manifest is no run folder, and is left alone (exit 2).
 */
export const runPurge = async (folder: string, options: { json?: boolean }): Promise<ExitCode> => {
  if (!existsSync(folder) || readManifest(join(folder, "manifest.json")) === undefined) {
    throw wrong(`${folder} is no run folder: it has no manifest.json. Nothing was removed.`);
  }
  const release = lockFolder(folder);
  const removed = HOLDING.filter((name) => existsSync(join(folder, name)));
  for (const name of [...removed, ...removed.map((file) => `${file}.tmp`)])
    rmSync(join(folder, name), { recursive: true, force: true });
  release();
  if (options.json) printJson({ folder, removed });
  else
    process.stdout.write(
      `Removed from ${folder}: ${removed.join(", ") || "nothing, it was clean"}. Checkpoints (--checkpoint) and recordings (--record) lie where you put them; remove those by hand.\n`,
    );
  return EXIT.done;
};
