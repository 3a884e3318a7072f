import { join } from "node:path";
import type { Encoder } from "../clients/encoder/encoder.ts";
import { asksNobody } from "../clients/models/prices.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import { codeOfCondition } from "./code-of-condition.ts";
import type { Condition } from "./condition.ts";
import { conditionPrint } from "./condition-print.ts";
import type { ConditionResult } from "./condition-result.ts";
import { countBy } from "./count-by.ts";
import { findData } from "./find-data.ts";
import { openCollection } from "./open-collection.ts";
import { openVocabulary } from "./open-vocabulary.ts";
import { outcomesByPrompt } from "./outcomes-by-prompt.ts";
import { runTask } from "./run-task.ts";
import type { TaskResult } from "./task.ts";

export type RunPlace = {
  /** Folder of public data sets; undefined where EVIGRAPH_DATA is not set. */
  dataFolder: string | undefined;
  /** Folder of caches, for the indexes of collections. */
  cache: string;
  parts: LiveParts & { encoder: Encoder };
  evigraph: string;
  /** Name the commit of source files. */
  commitOf(files: readonly string[]): string;
  tick(stage: string, done: number, of: number | undefined): void;
  signal: AbortSignal;
};

/**
 * Run a condition, and note all that decided its score.
 *
 * In: the condition; where data, caches and models are. Out: its measures with intervals, and a manifest; per item values beside. If data are absent: a DataMissing that says how to get them.
 */
export async function runCondition(
  condition: Condition,
  { dataFolder, cache, parts, evigraph, commitOf, tick, signal }: RunPlace,
): Promise<{ result: ConditionResult; perItem: TaskResult["sheet"]["perItem"] }> {
  const { folder, hashes, other } = findData(condition.data, dataFolder);
  const words = condition.lexicon === undefined ? undefined : findData(condition.lexicon, dataFolder);
  const started = Date.now();
  const lexicon =
    words === undefined ? undefined : await openVocabulary(cache, words, (done) => tick("vocabulary", done, undefined));
  const ran = runTask(condition.task, {
    folder,
    settings: condition.settings,
    parts,
    lexicon: lexicon?.find,
    concurrency: condition.server?.concurrency ?? 1,
    openArticles: (file, vectors) =>
      openCollection({ cache, articles: join(folder, file), encoder: vectors ? parts.encoder : undefined, tick, signal }),
    tick: (done, of) => tick("items", done, of),
    signal,
  });
  const { sheet, settings, fallbacks, usage, failed, curve, chart } = await ran.finally(() => lexicon?.close());
  const result: ConditionResult = {
    condition: condition.name,
    measures: sheet.measures,
    notComputed: sheet.notComputed,
    notes: sheet.notes,
    ...(curve === undefined ? {} : { curve }),
    ...(chart === undefined ? {} : { chart }),
    manifest: {
      evigraph,
      commit: commitOf(codeOfCondition(condition)),
      node: process.versions.node,
      print: await conditionPrint(condition, parts),
      settings,
      models: [...new Set(usage.map(({ model }) => model))].toSorted(),
      data: hashes,
      otherData: [...other, ...(words?.other ?? []).map((file) => `${condition.lexicon}/${file}`)],
      fallbacks: countBy(fallbacks.map(({ code }) => code)),
      failed: failed.map(({ id, reason }) => `${id}: ${reason}`),
      calls: usage.length,
      outcomes: countBy(usage.map(({ outcome }) => outcome)),
      byPrompt: outcomesByPrompt(usage),
      tokens: usage.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
      costUsd: usage.every(({ model }) => asksNobody(model)) ? 0 : null,
      started: new Date(started).toISOString(),
      seconds: Math.round((Date.now() - started) / 100) / 10,
    },
  };
  return { result, perItem: sheet.perItem };
}
