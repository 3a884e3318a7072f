import type { Usage } from "../state/usage.ts";
import type { Condition } from "./condition.ts";
import type { ConditionResult } from "./condition-result.ts";
import { countBy } from "./count-by.ts";
import { markdownTable } from "./score-sheet.ts";

type Outcomes = Readonly<Record<string, number>>;

/** Count how calls ended, prompt by prompt. In: calls. Out: prompt (id@version, sorted) -> outcome -> count. */
export const outcomesByPrompt = (usage: readonly Pick<Usage, "prompt" | "outcome">[]): Record<string, Record<string, number>> =>
  Object.fromEntries(
    [...new Set(usage.map(({ prompt }) => prompt))]
      .toSorted()
      .map((asked) => [asked, countBy(usage.filter(({ prompt }) => prompt === asked).map(({ outcome }) => outcome))]),
  );

/**
 * Write how calls to chat models ended, a row a prompt, over all stored conditions that ask one.
 *
 * In: conditions, stored results. Out: Markdown with each outcome's count and share of the prompt's calls; "" where no result holds counts by prompt. A reply that ended ok may still have been sent back for a broken rule: that is a
 * fallback, correctedReply, in the table of runs.
 */
export function promptOutcomes(conditions: readonly Condition[], results: ReadonlyMap<string, ConditionResult>): string {
  const asked = conditions.flatMap(({ name, server }) =>
    server === undefined ? [] : [results.get(name)?.manifest.byPrompt ?? {}],
  );
  const prompts = [...new Set(asked.flatMap((counts) => Object.keys(counts)))].toSorted();
  if (prompts.length === 0) return "";
  const rows = prompts.map((prompt) => {
    const counts = addUp(asked.map((byPrompt) => byPrompt[prompt] ?? {}));
    const calls = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const told = Object.entries(counts).map(
      ([outcome, count]) => `${count} ${outcome} (${((100 * count) / calls).toFixed(0)} %)`,
    );
    return [prompt, String(calls), told.join(", ")];
  });
  return `## How calls to a chat model ended, by prompt\n\n${markdownTable(["prompt", "calls", "how they ended"], rows)}`;
}

/**
 * Write how often conditions of a chat model left the planned path.
 *
 * In: conditions, stored results. Out: Markdown, a row a condition: calls, and each fallback with its count and its share of the calls; "" where none asked a chat model.
 */
export function fallbackRates(conditions: readonly Condition[], results: ReadonlyMap<string, ConditionResult>): string {
  const rows = conditions.flatMap(({ name, server }) => {
    const result = server === undefined ? undefined : results.get(name);
    if (result === undefined) return [];
    const { fallbacks, calls, failed } = result.manifest;
    const told = Object.entries(fallbacks)
      .toSorted(([, a], [, b]) => b - a)
      .map(([code, count]) => `${count} ${code} (${((100 * count) / Math.max(1, calls)).toFixed(0)} in 100 calls)`);
    return [[name, String(calls), told.join(", ") || "none", String(failed.length)]];
  });
  return rows.length === 0
    ? ""
    : `## How often conditions of a chat model left the planned path\n\n${markdownTable(["condition", "calls", "fallbacks", "failed items"], rows)}`;
}

const addUp = (all: readonly Outcomes[]): Record<string, number> => {
  const sums = new Map<string, number>();
  for (const counts of all)
    for (const [outcome, count] of Object.entries(counts)) sums.set(outcome, (sums.get(outcome) ?? 0) + count);
  return Object.fromEntries([...sums].toSorted(([, a], [, b]) => b - a));
};
