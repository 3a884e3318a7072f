import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { Ablation } from "./ablate.ts";
import type { NamedAblation } from "./ablation-report.ts";
import { ConditionResult } from "./condition-result.ts";
import { type ItemValues, readItems } from "./read-items.ts";

/** Name the file of a condition's result: a condition's slash is a point in it. */
export const resultFile = (condition: string): string => `${condition.replaceAll("/", ".")}.json`;

/**
 * Read the stored results of conditions.
 *
 * In: folders, later ones winning. Out: condition -> result. A file of another kind is left alone; a folder that is not there is an error.
 */
export function readResults(folders: readonly string[]): Map<string, ConditionResult> {
  const results = new Map<string, ConditionResult>();
  for (const folder of folders) {
    if (!existsSync(folder)) throw new Error(`${folder}: there is no such folder.`);
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .toSorted()) {
      const read = ConditionResult.safeParse(JSON.parse(readFileSync(join(folder, name), "utf8")));
      if (read.success) results.set(read.data.condition, read.data);
    }
  }
  return results;
}

/**
 * Read the stored values of items.
 *
 * In: folders, later ones winning; conditions. Out: condition -> item -> measure -> value, of those whose file is there.
 */
export function readItemFiles(folders: readonly string[], conditions: Iterable<string>): Map<string, ItemValues> {
  const found = new Map<string, ItemValues>();
  for (const condition of conditions)
    for (const folder of folders) {
      const file = join(folder, "items", resultFile(condition).replace(/json$/, "csv"));
      if (existsSync(file)) found.set(condition, readItems(readFileSync(file, "utf8")));
    }
  return found;
}

const StoredAblation = z.object({
  graph: z.string(),
  data: z.string(),
  ablation: Ablation,
  manifest: z
    .object({
      commit: z.string(),
      prompts: z.array(z.string()),
      encoder: z.object({ weights: z.string() }),
      reader: z.object({ weights: z.string() }).optional(),
      // Ablations of older versions name no settings of the embedded model: they are stale by it.
      extractive: z.record(z.string(), z.unknown()).nullable().default({}),
      models: z.record(z.string(), z.array(z.string())).default({}),
      around: z.record(z.string(), z.unknown()),
      // Ablations of older versions name neither: they are stale by it.
      given: z.array(z.string()).default(["unknown"]),
      set: z.string().optional(),
      data: z.record(z.string(), z.string()).default({}),
    })
    .describe("What decides whether it is stale."),
});

/**
 * Read stored ablations.
 *
 * In: folders. Out: every `ablation.json` in a folder or one below it, in the order of their paths.
 */
export function readAblations(folders: readonly string[]): NamedAblation[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => basename(file) === "ablation.json")
      .toSorted()
      .map((file) => join(folder, file)),
  );
  return files.map((file) => StoredAblation.parse(JSON.parse(readFileSync(file, "utf8"))));
}
