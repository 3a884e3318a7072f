import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { packageRoot } from "../clients/env.ts";
import type { Condition } from "./condition.ts";
import { taskFile } from "./run-task.ts";

/** What a task is given rather than imports: its models, its encoder, its index. */
const GIVEN = {
  archehr: "clients/models/extractive/archehr/handlers.ts",
  bioasq: "clients/models/extractive/bioasq/handlers.ts",
  encoder: "clients/encoder/open-encoder.ts",
  crossEncoder: "clients/encoder/open-cross-encoder.ts",
  articles: "evaluation/open-collection.ts",
  lexicon: "evaluation/open-vocabulary.ts",
};

/**
 * Name the source files that decide a condition's score: what its task imports, directly or not, and the embedded models that it asks.
 *
 * In: a condition; the folder of the sources. Out: paths from that folder, sorted. Types do not count, since they do nothing. In a package without sources: none.
 */
export function codeOfCondition(
  { task, settings, weights, lexicon }: Pick<Condition, "task" | "settings" | "weights" | "lexicon">,
  root = packageRoot(),
): string[] {
  const archehr = task === "archehr" || task === "interpretation" || task === "sentences";
  const asksBioasq = task === "bioasq" || task === "abstention" || settings.ranker === "graph";
  const alone = task === "coverage" || task === "trivial" || settings.by === "first" || settings.by === "words";
  const searches = task === "ranking" || task === "bioasq" || task === "snippets" || task === "abstention";
  const starts = [
    taskFile(task),
    ...(archehr ? [GIVEN.archehr] : []),
    ...(asksBioasq ? [GIVEN.bioasq] : []),
    ...(alone || settings.ranker === "bm25" ? [] : [GIVEN.encoder]),
    ...(weights?.crossEncoder === undefined ? [] : [GIVEN.crossEncoder]),
    ...(searches ? [GIVEN.articles] : []),
    ...(lexicon === undefined ? [] : [GIVEN.lexicon]),
  ];
  return importedFrom(starts, root);
}

/**
 * Follow imports.
 *
 * In: files to start with, as paths from the root. Out: they and all source files that they import by a relative path, not as types alone, sorted.
 */
export function importedFrom(starts: readonly string[], root: string): string[] {
  const found = new Set<string>();
  const open = [...starts];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file) || !existsSync(join(root, file))) continue;
    found.add(file);
    if (file.endsWith(".json")) continue;
    const folder = dirname(file);
    for (const [, typed, from, loaded] of readFileSync(join(root, file), "utf8").matchAll(IMPORTS))
      if (typed === undefined) open.push(normalize(join(folder, from ?? loaded ?? "")));
  }
  return [...found].toSorted();
}

/** `import … from "./a.ts"`, `export … from`, `import("./a.ts")`, and files named beside the code: `("./a.json")`, `new URL("./a.mjs", …)`. */
const IMPORTS = /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^"';]*?from\s+"(\.[^"]+)"|\(\s*"(\.\.?\/[^"]+\.(?:ts|mjs|json))"/g;
