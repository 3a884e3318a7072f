import { existsSync } from "node:fs";
import { codeOfCondition } from "../evaluation/code-of-condition.ts";
import type { Condition } from "../evaluation/condition.ts";
import { CONDITIONS } from "../evaluation/conditions.ts";
import { absentParts } from "../evaluation/own-parts.ts";
import { readResults } from "../evaluation/result-files.ts";
import { staleResults } from "../evaluation/stale-results.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import { changedSince } from "./commit-of.ts";

/**
 * Choose the conditions that are to be run again.
 *
 * In: folder of results, the parts of this version, conditions (all unless given). Out: those whose result is missing or stale, or whose code has changed since, in order.
 */
export const staleConditions = async (
  folder: string,
  parts: LiveParts,
  conditions: readonly Condition[] = CONDITIONS,
): Promise<Condition[]> => {
  const results: ReturnType<typeof readResults> = existsSync(folder) ? readResults([folder]) : new Map();
  const chosen: Condition[] = [];
  for (const condition of conditions) {
    if (absentParts(condition).length > 0) continue;
    const result = results.get(condition.name);
    const current = result !== undefined && (await staleResults(results, parts, [condition])).length === 0;
    if (!current || changedSince(result.manifest.commit, codeOfCondition(condition))) chosen.push(condition);
  }
  return chosen;
};
