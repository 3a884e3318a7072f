import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { wrong } from "./command-fault.ts";

/** What a run was, so that it can be explained, compared and resumed. Keys, notes and machine paths are never in it. */
export const Manifest = z.object({
  evigraph: z.string().describe("Version of the package."),
  notice: z.string(),
  command: z.array(z.string()),
  /** Everything that must be equal for a run to go on. */
  fingerprint: z
    .record(z.string(), z.unknown())
    .describe("graph, settings, models, prompts, data and what else decides the results."),
  counts: z
    .record(z.string(), z.int())
    .describe("Items by status; padded: entries of the official files that stand for no result, or for a part of one."),
  padded: z
    .array(z.object({ id: z.string(), why: z.string(), parts: z.array(z.string()) }))
    .exactOptional()
    .describe("Those entries, why (not run, or how the item ended), and the parts; all parts where none is named."),
  fallbacks: z.record(z.string(), z.int()).describe("Fallbacks by code (count)."),
  audit: z
    .object({ entries: z.int(), hash: z.string() })
    .exactOptional()
    .describe("Length and last hash of audit.jsonl when the run ended; absent where nothing left."),
  started: z.string(),
  finished: z.string().nullable(),
  seconds: z.number().nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Read a run's manifest. In: file. Out: the manifest, undefined when there is none; a damaged one is a CommandFault (exit 2). */
export const readManifest = (file: string): Manifest | undefined => {
  if (!existsSync(file)) return undefined;
  try {
    return Manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw wrong(`${file} is no manifest of a run; take another --out, or --fresh to start anew.`);
  }
};
