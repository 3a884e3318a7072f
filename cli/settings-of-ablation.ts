import type { AblationManifest, NamedAblation } from "../evaluation/ablation-report.ts";
import type { SettingsNow } from "../evaluation/stale-ablations.ts";
import { ArchehrSettings } from "../state/settings/archehr.ts";
import { BioasqSettings } from "../state/settings/bioasq.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { workOf } from "./ablation-plan.ts";
import { CommandFault } from "./command-fault.ts";
import { graphSettings } from "./open-run.ts";
import { EXTRACTIVE, readSettings, settingsOf } from "./read-settings.ts";
import { readsNotes } from "./reads-notes.ts";

const PROFILE = "profile=";

/**
 * Read what was given to a stored ablation as this version reads it.
 *
 * In: the ablation, its manifest. Out: the settings around its switches and of the embedded model, undefined where this version no longer takes what was given; whether notes are read.
 */
export const settingsOfAblation = ({ graph }: Pick<NamedAblation, "graph">, manifest: AblationManifest): SettingsNow => {
  const profile = manifest.given.find((pair) => pair.startsWith(PROFILE));
  const set = manifest.given.filter((pair) => !pair.startsWith(PROFILE));
  const own = set.filter((pair) => pair.startsWith(EXTRACTIVE)).map((pair) => pair.slice(EXTRACTIVE.length));
  const schema = graph === "archehr" ? ArchehrSettings : BioasqSettings;
  const extractive = taken(() => readSettings(ExtractiveSettings, settingsOf(ExtractiveSettings), { set: own }, EXTRACTIVE));
  const { score = [], draft = [] } = manifest.models;
  return {
    around: taken(() =>
      readSettings<Record<string, unknown>>(schema, settingsOf(schema), {
        ...(profile === undefined ? {} : { profile: profile.slice(PROFILE.length) }),
        set: graphSettings(set),
      }),
    ),
    extractive,
    readsNotes: extractive !== undefined && readsNotes({ roles: { score, draft }, extractive }, workOf(graph, manifest.set)),
  };
};

/** What is read, or undefined where a setting or value is no longer taken. */
const taken = <Read>(read: () => Read): Read | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof CommandFault) return undefined;
    throw error;
  }
};
