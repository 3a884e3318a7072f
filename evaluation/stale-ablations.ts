import { canonicalJson } from "../clients/canonical-json.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import { promptVersions } from "../prompts/prompt-versions.ts";
import type { AblationManifest, NamedAblation } from "./ablation-report.ts";
import { extractiveUsed } from "./condition-uses.ts";
import { otherFiles } from "./find-data.ts";

/** What this version makes of what was given to an ablation; settings that it no longer takes are undefined. */
export type SettingsNow = {
  around: unknown;
  extractive: Readonly<Record<string, unknown>> | undefined;
  /** Whether the embedded model's reader reads its notes. */
  readsNotes: boolean;
};

/**
 * Find stored ablations that other settings, prompts, weights or data made.
 *
 * In: stored ablations, the parts of this version, how this version reads the settings of one. Out: one line each. None: all are current. A setting of the embedded model that the graph does not use
 * leaves it current; so does the reader, with its weight, where it reads no note.
 */
export function staleAblations(
  ablations: readonly NamedAblation[],
  { encoder }: Pick<LiveParts, "encoder">,
  settingsOf: (named: NamedAblation, given: AblationManifest) => SettingsNow,
): string[] {
  return ablations.flatMap((named) => {
    const { graph, data, manifest } = named;
    if (manifest === undefined) return [];
    const used = graph === "archehr" ? "archehr" : "bioasq";
    const now = settingsOf(named, manifest);
    const reader = now.readsNotes ? encoder.reader.identity : undefined;
    const other = manifest.set === undefined ? [] : otherFiles(manifest.set, manifest.data);
    const names = [...extractiveUsed(used), ...(now.readsNotes ? ["readerWeight"] : [])];
    const differing = [
      ...(same(promptVersions(used), manifest.prompts) ? [] : ["prompts"]),
      ...(encoder.weightsSha256 === manifest.encoder.weights ? [] : ["weights"]),
      ...(reader === manifest.reader?.weights ? [] : ["reader"]),
      ...(same(now.around, manifest.around) ? [] : ["settings"]),
      ...(manifest.extractive === null || same(pick(now.extractive, names), pick(manifest.extractive, names))
        ? []
        : ["settings of the embedded model"]),
      ...(other.length === 0 ? [] : [`data (${other.join(", ")})`]),
    ];
    return differing.length === 0
      ? []
      : [`ablation of ${graph} on ${data}: stale, it ran with other ${differing.join(", ")}; run evigraph ablate again`];
  });
}

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** A name that is not there is undefined here and so differs from every value. */
const pick = (whole: Readonly<Record<string, unknown>> | undefined, names: readonly string[]): unknown =>
  whole === undefined ? undefined : names.map((name) => whole[name] ?? null);
