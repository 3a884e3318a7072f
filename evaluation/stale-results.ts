import { canonicalJson } from "../clients/canonical-json.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import type { Condition } from "./condition.ts";
import { conditionPrint } from "./condition-print.ts";
import type { ConditionResult } from "./condition-result.ts";
import { CONDITIONS } from "./conditions.ts";
import { otherFiles } from "./find-data.ts";
import { absentParts, partsOf } from "./own-parts.ts";

/**
 * Find conditions whose result is missing or stale.
 *
 * In: stored results, the parts of this version, conditions (all unless given; one whose own weights are absent is passed over). Out: one line each: what is missing, or what differs from what this version would run with. None: all are current.
 */
export async function staleResults(
  results: ReadonlyMap<string, ConditionResult>,
  parts: LiveParts,
  conditions: readonly Condition[] = CONDITIONS,
): Promise<string[]> {
  const found: string[] = [];
  for (const condition of conditions) {
    const result = results.get(condition.name);
    // A stored answer of a chat model is judged without its server; weights have to be there to be compared.
    if (absentParts(condition).length > 0 && (condition.server === undefined || result === undefined)) continue;
    if (result === undefined) {
      found.push(`${condition.name}: missing; run evigraph reproduce --condition ${condition.name}`);
      continue;
    }
    const now: Record<string, unknown> = await conditionPrint(
      condition,
      condition.weights === undefined ? parts : partsOf(condition, parts),
    );
    const had = result.manifest.print;
    // A key that this version has no longer decided something then.
    const keys = [...new Set([...Object.keys(now), ...Object.keys(had)])].filter(
      // Earlier results hold a hash of the embedded model's settings even where a chat model answered in every role.
      (key) => key !== "extractive" || condition.server === undefined,
    );
    const differing = keys.filter((key) => canonicalJson(now[key]) !== canonicalJson(had[key]));
    if (differing.length > 0)
      found.push(
        `${condition.name}: stale, it ran with another ${differing.join(", ")}; run evigraph reproduce --condition ${condition.name}`,
      );
    else {
      const other = [...new Set([...result.manifest.otherData, ...otherFiles(condition.data, result.manifest.data)])];
      if (other.length > 0) found.push(`${condition.name}: it ran on other data (${other.join(", ")})`);
    }
  }
  return found;
}
