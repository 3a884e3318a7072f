import { type Env, readEnv } from "../clients/env.ts";
import type { RoleTable } from "../clients/models/role-table.ts";
import { noStore, recordingStore, replayingStore, type Store } from "../clients/store.ts";
import { folderTexts, memoryTexts } from "../clients/text-store.ts";
import { withoutTracing } from "../clients/tracing.ts";
import { type LiveParts, openLiveParts } from "../graphs/live-parts.ts";
import { ROLES } from "../state/roles.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { missing } from "./command-fault.ts";
import { readModels, readPreset } from "./read-models.ts";
import { readSettings, settingsOf } from "./read-settings.ts";
import type { RunOptions } from "./run-options.ts";

/** What every command that runs a model opens first. */
export type OpenedRun = {
  env: Env;
  roles: RoleTable;
  parts: LiveParts;
  store: Store;
  extractive: ExtractiveSettings;
  profile: string | undefined;
};

const EXTRACTIVE = "extractive.";

/**
 * Read the shared options and open models, encoder and store.
 *
 * In: the options. Out: the parts. The table of roles is told on stderr. Missing weights are a CommandFault (exit 3) before anything runs.
 */
export const openRun = (options: RunOptions): OpenedRun => {
  const traced = withoutTracing();
  const env = readEnv();
  const roles = readModels(options);
  const own = options.set.filter((pair) => pair.startsWith(EXTRACTIVE)).map((pair) => pair.slice(EXTRACTIVE.length));
  const extractive = readSettings(ExtractiveSettings, settingsOf(ExtractiveSettings), { set: own }, EXTRACTIVE);
  const store =
    options.record !== undefined
      ? recordingStore(options.record)
      : options.replay !== undefined
        ? replayingStore(options.replay)
        : noStore;
  const texts = options.checkpoint === undefined ? memoryTexts() : folderTexts(`${options.checkpoint}.texts`);
  const parts = openLiveParts({ env, roles, extractive, store, texts });
  const weights = parts.encoder.check();
  if (weights.is !== "ok") throw missing(weights.detail);
  if (!options.quiet) {
    if (traced.length > 0)
      process.stderr.write(`Tracing is off, though ${traced.join(", ")} asked for it: traces would carry whole inputs.\n`);
    process.stderr.write(`Models: ${describeRoles(roles)}. Encoder: ${parts.encoder.model}.\n`);
  }
  return { env, roles, parts, store, extractive, profile: options.profile ?? readPreset(options.preset)?.profile };
};

/** The settings of the graph itself, without those of the extractive model. */
export const graphSettings = (set: readonly string[]): string[] => set.filter((pair) => !pair.startsWith(EXTRACTIVE));

/** One line: the model of all roles, or each role with its own. */
export const describeRoles = (roles: RoleTable): string => {
  const names = ROLES.map((role) => roles[role].join(", "));
  const [first] = names;
  return names.every((name) => name === first)
    ? `${first} for every role`
    : ROLES.map((role) => `${role}: ${roles[role].join(", ")}`).join("; ");
};
