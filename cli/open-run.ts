import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { type AuditLog, openAuditLog } from "../clients/audit-log.ts";
import { type DataClass, type Egress, egressFrom, openEgress } from "../clients/egress.ts";
import { type Env, readEnv, usesProxy, withCrossEncoder, withEncoder } from "../clients/env.ts";
import type { RoleTable } from "../clients/models/role-table.ts";
import { guardSockets } from "../clients/socket-guard.ts";
import { noStore, recordingStore, replayingStore, type Store } from "../clients/store.ts";
import { folderTexts, memoryTexts } from "../clients/text-store.ts";
import { withoutTracing } from "../clients/tracing.ts";
import { type LiveParts, openLiveParts } from "../graphs/live-parts.ts";
import { ROLES } from "../state/roles.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { ModelSettings } from "../state/settings/models.ts";
import { missing, wrong } from "./command-fault.ts";
import { atEnd } from "./end-of-command.ts";
import { type OpenedLedger, openRunLedger } from "./open-ledger.ts";
import { readModels, readPreset } from "./read-models.ts";
import { EXTRACTIVE, MODELS, readSettings, settingsOf } from "./read-settings.ts";
import type { RunOptions } from "./run-options.ts";

/** What every command that runs a model opens first. */
export type OpenedRun = {
  env: Env;
  roles: RoleTable;
  parts: LiveParts;
  egress: Egress;
  /** Class of this run's text. */
  dataClass: DataClass;
  store: Store;
  /** What model calls cost. */
  ledger: OpenedLedger;
  /** Every request that left, where the run has a folder. */
  audit: AuditLog | undefined;
  extractive: ExtractiveSettings;
  /** Deadlines, budgets and seed of chat models. */
  models: ModelSettings;
  profile: string | undefined;
};

/** File of a run folder that holds every request that left. */
export const AUDIT = "audit.jsonl";

/**
 * Read the shared options and open models, encoder and store.
 *
 * In: the options; folder, the run folder, where there is one; dataClass, the class of the input's text where --class does not say (phi unless given). Out: the parts. The table of roles is told on stderr. Missing weights are a CommandFault (exit 3) before anything runs.
 */
export const openRun = (options: RunOptions, dataClass: DataClass = "phi", folder?: string): OpenedRun => {
  const traced = withoutTracing();
  const env = withCrossEncoder(withEncoder(readEnv(), options.encoder), options.crossEncoder);
  const roles = readModels(options);
  const extractive = ownSettings(ExtractiveSettings, EXTRACTIVE, options.set);
  const models = ownSettings(ModelSettings, MODELS, options.set);
  if (options.replay !== undefined && !isFolder(options.replay)) {
    throw missing(`--replay ${options.replay}: there is no such folder; make one with --record ${options.replay}`);
  }
  if (options.record !== undefined && existsSync(options.record) && !isFolder(options.record)) {
    throw wrong(`--record ${options.record}: this is a file; a folder is expected.`);
  }
  const sent = options.class === "phi" || options.class === "public" ? options.class : dataClass;
  const store =
    options.record !== undefined
      ? recordingStore(options.record, sent)
      : options.replay !== undefined
        ? replayingStore(options.replay)
        : noStore;
  const texts = options.checkpoint === undefined ? memoryTexts() : folderTexts(`${options.checkpoint}.texts`);
  const { allowHosts, configured } = egressFrom(env);
  const audit = folder === undefined ? undefined : openAuditLog(join(folder, AUDIT));
  const egress = egressFor({
    offline: options.offline === true,
    allowHosts: [...options.allowHost, ...allowHosts],
    configured,
    dataClass: sent,
    log: audit,
  });
  // A second lock behind the clients: no library opens a socket that they may not. Where Node sends public text through a proxy, every
  // socket goes to the proxy and tells nothing of its host; text of class phi may pass none.
  if (options.offline || sent === "phi" || !usesProxy()) atEnd(guardSockets(egress, sent));
  const ledger = openRunLedger(options, { folder, roles, settings: models, store });
  const parts = openLiveParts({
    env,
    roles,
    extractive,
    models,
    egress,
    dataClass: sent,
    store,
    through: ledger.through,
    texts,
  });
  const weights = parts.encoder.check();
  if (weights.is !== "ok") throw missing(weights.detail);
  const cross = parts.crossEncoder?.check();
  if (cross !== undefined && cross.is !== "ok") throw missing(cross.detail);
  if (!options.quiet) {
    if (traced.length > 0)
      process.stderr.write(`Tracing is off, though ${traced.join(", ")} asked for it: traces would carry whole inputs.\n`);
    if (options.record !== undefined)
      process.stderr.write(`Recordings in ${options.record} hold text of class ${sent}, for their owner only (mode 0600).\n`);
    process.stderr.write(
      `Models: ${describeRoles(roles)}. Encoder: ${parts.encoder.model}.${parts.crossEncoder === undefined ? "" : ` Cross-encoder: ${parts.crossEncoder.model}.`}\n`,
    );
  }
  return {
    env,
    roles,
    parts,
    egress,
    dataClass: sent,
    store,
    ledger,
    audit,
    extractive,
    models,
    profile: options.profile ?? readPreset(options.preset)?.profile,
  };
};

/** Open the way out; a host that cannot be read is a CommandFault (exit 2). */
const egressFor = (options: Parameters<typeof openEgress>[0]): ReturnType<typeof openEgress> => {
  try {
    return openEgress(options);
  } catch (error) {
    if (error instanceof RangeError) throw wrong(`--allow-host: ${error.message}`);
    throw error;
  }
};

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** The settings of the graph itself, without those of the models. */
export const graphSettings = (set: readonly string[]): string[] =>
  set.filter((pair) => !pair.startsWith(EXTRACTIVE) && !pair.startsWith(MODELS));

const ownSettings = <Settings extends Record<string, unknown>>(
  schema: z.ZodType<Settings>,
  prefix: string,
  set: readonly string[],
): Settings => {
  const own = set.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
  return readSettings(schema, settingsOf(schema), { set: own }, prefix);
};

/** One line: the model of all roles, or each role with its own. */
export const describeRoles = (roles: RoleTable): string => {
  const names = ROLES.map((role) => roles[role].join(", "));
  const [first] = names;
  return names.every((name) => name === first)
    ? `${first} for every role`
    : ROLES.map((role) => `${role}: ${roles[role].join(", ")}`).join("; ");
};
