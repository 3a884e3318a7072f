import { z } from "zod";
import { Measure } from "./score-sheet.ts";

const Point = z.object({ x: z.number(), mean: z.number(), sd: z.number() });

/** How a run was made, so that it can be repeated, compared, and found stale. Machine paths are never in it. */
export const RunManifest = z.object({
  evigraph: z.string(),
  commit: z.string().describe("Commit of the sources; `+` where files were changed since; unknown outside a repository."),
  node: z.string(),
  print: z
    .record(z.string(), z.unknown())
    .describe("Task, given settings, hashes of whole settings and drawing, prompts, weights."),
  settings: z.record(z.string(), z.unknown()).describe("The whole settings."),
  models: z.array(z.string()).describe("Models that were asked."),
  data: z.record(z.string(), z.string()).describe("sha256 of each file's content (`contentHash`)."),
  otherData: z.array(z.string()).describe("Files that are not those of the expected scores."),
  fallbacks: z.record(z.string(), z.int()).describe("Fallbacks by code (count)."),
  failed: z.array(z.string()).describe("Items that failed."),
  calls: z.int().describe("Calls to models (count)."),
  outcomes: z
    .record(z.string(), z.int())
    .optional()
    .describe("How the calls ended: ok, truncated, unparseable, … (count); absent in results of older versions."),
  byPrompt: z
    .record(z.string(), z.record(z.string(), z.int()))
    .optional()
    .describe("The same, prompt by prompt (id@version -> outcome -> count); absent in results of older versions."),
  tokens: z.int().describe("Tokens in and out (count); the embedded model counts none."),
  costUsd: z
    .number()
    .nullable()
    .optional()
    .describe("What the models cost (US dollars); null: a price is unknown; absent in results of older versions."),
  started: z.string(),
  seconds: z.number(),
});

/** One run of a condition, as it is stored. */
export const ConditionResult = z.object({
  condition: z.string(),
  measures: z.record(z.string(), Measure),
  notComputed: z.record(z.string(), z.string()),
  notes: z.array(z.string()),
  curve: z.object({ title: z.string(), x: z.string(), y: z.string(), points: z.array(Point) }).optional(),
  chart: z
    .object({
      title: z.string(),
      x: z.string(),
      y: z.string(),
      lines: z.array(z.object({ name: z.string(), points: z.array(z.object({ x: z.number(), y: z.number() })) })),
    })
    .optional(),
  manifest: RunManifest,
});
export type ConditionResult = z.infer<typeof ConditionResult>;
