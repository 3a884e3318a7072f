import { canonicalJson } from "../clients/canonical-json.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import { promptVersions } from "../prompts/prompt-versions.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import type { AblationManifest, NamedAblation } from "./ablation-report.ts";
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

/** Settings of the embedded model that were given are no change; those that were not are this version's. */
function sameModel({ extractive, given }: AblationManifest): boolean {
  if (typeof extractive !== "object" || extractive === null) return true;
  const own = given.flatMap((pair) => (pair.startsWith("extractive.") ? [pair.slice("extractive.".length).split("=")[0]] : []));
  const now = new Map<string, unknown>(Object.entries(ExtractiveSettings.parse({})));
  const had = new Map<string, unknown>(Object.entries(extractive));
  return [...new Set([...now.keys(), ...had.keys()])].every(
    (name) => own.includes(name) || canonicalJson(now.get(name) ?? null) === canonicalJson(had.get(name) ?? null),
  );
}

/**
 * Find stored ablations that other settings, prompts, weights or data made.
 *
 * In: stored ablations, the parts of this version, how this version reads the settings of one. Out: one line each. None: all are current.
 */
export function staleAblations(
  ablations: readonly NamedAblation[],
  { encoder }: Pick<LiveParts, "encoder">,
  settingsOf: (graph: string, given: AblationManifest) => unknown,
): string[] {
  return ablations.flatMap(({ graph, data, manifest }) => {
    if (manifest === undefined) return [];
    const now = promptVersions(graph === "archehr" ? "archehr" : "bioasq");
    const other = manifest.set === undefined ? [] : otherFiles(manifest.set, manifest.data);
    const differing = [
      ...(canonicalJson(now) === canonicalJson(manifest.prompts) ? [] : ["prompts"]),
      ...(encoder.weightsSha256 === manifest.encoder.weights ? [] : ["weights"]),
      ...(manifest.reader === undefined || manifest.reader.weights === encoder.reader.identity ? [] : ["reader"]),
      ...(sameModel(manifest) ? [] : ["settings of the embedded model"]),
      ...(canonicalJson(settingsOf(graph, manifest)) === canonicalJson(manifest.around) ? [] : ["settings"]),
      ...(other.length === 0 ? [] : [`data (${other.join(", ")})`]),
    ];
    return differing.length === 0
      ? []
      : [`ablation of ${graph} on ${data}: stale, it ran with other ${differing.join(", ")}; run evigraph ablate again`];
  });
}
