import { join } from "node:path";
import { type DataClass, type Egress, egressFrom, openEgress } from "../clients/egress.ts";
import type { CrossEncoder } from "../clients/encoder/cross-encoder.ts";
import type { Encoder } from "../clients/encoder/encoder.ts";
import { sharedCrossEncoder } from "../clients/encoder/shared-cross-encoder.ts";
import { sharedEncoder } from "../clients/encoder/shared-encoder.ts";
import { cacheDir, crossEncoderOptions, type Env, encoderOptions, readEnv } from "../clients/env.ts";
import type { Ask } from "../clients/models/ask.ts";
import { askWith, type Provider, type Through } from "../clients/models/ask-with.ts";
import { openProviders } from "../clients/models/open-providers.ts";
import { forEveryRole, type RoleTable } from "../clients/models/role-table.ts";
import { throughStore } from "../clients/models/through-store.ts";
import { noStore, type Store } from "../clients/store.ts";
import { memoryTexts, type TextStore } from "../clients/text-store.ts";
import { refuseTracing } from "../clients/tracing.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { ModelSettings } from "../state/settings/models.ts";

/** What both graphs need from outside, opened once and shared by all items. */
export type LiveParts = {
  ask: Ask;
  embed: Encoder["embed"];
  encoder: Encoder;
  /** Where the environment names a cross-encoder; for the bioasq graph. */
  crossEncode?: CrossEncoder["score"];
  crossEncoder?: CrossEncoder;
  texts: TextStore;
};

export type LiveOptions = {
  /** Read from the process and from .env unless given. */
  env?: Env;
  /** Models of each role; the extractive model for all unless given. */
  roles?: RoleTable;
  extractive?: ExtractiveSettings;
  /** Deadlines, budgets and seed of the chat models. */
  models?: ModelSettings;
  /** The way out; what the environment opens unless given. */
  egress?: Egress;
  /** Class of the text that models are sent; phi unless given. */
  dataClass?: DataClass;
  /** Models of the caller's own, by the names that `roles` uses. */
  providers?: Readonly<Record<string, Provider>>;
  store?: Store;
  /** What stands between a model's request and its call; the store unless given. */
  through?: Through;
  texts?: TextStore;
  /** Keep the vectors of public texts in the cache folder. */
  rememberVectors?: boolean;
};

/**
 * Open the model of each role, the encoder, the cross-encoder where one is named, and the text store. Tracing that the environment asks for is switched off, with a warning.
 *
 * In: nothing in normal use; environment, table of roles, settings of the extractive model, models of the caller's own, store. Out: the parts; nothing heavy is loaded before its first use.
 * If weights are missing: the first call ends in `misconfigured`, whose detail names the folder and EVIGRAPH_MODELS.
 */
export const openLiveParts = ({
  env = readEnv(),
  roles = forEveryRole("extractive"),
  extractive = ExtractiveSettings.parse({}),
  models = ModelSettings.parse({}),
  egress = openEgress(egressFrom(env)),
  dataClass = "phi",
  providers = {},
  store = noStore,
  through = throughStore(store),
  texts = memoryTexts(),
  rememberVectors = false,
}: LiveOptions = {}): LiveParts => {
  refuseTracing();
  const encoder = sharedEncoder({
    ...encoderOptions(env),
    ...(rememberVectors ? { cacheFile: join(cacheDir(env), "vectors.db") } : {}),
  });
  const embed: Encoder["embed"] = (given, options) => encoder.embed(given, options);
  const known = { ...openProviders({ roles, encoder, extractive, env, models, reach: { egress, dataClass } }), ...providers };
  const cross = crossEncoderOptions(env);
  const crossEncoder = cross === undefined ? undefined : sharedCrossEncoder(cross);
  return {
    ask: askWith({ roles, providers: known, through }),
    embed,
    encoder,
    ...(crossEncoder === undefined ? {} : { crossEncode: crossEncoder.score, crossEncoder }),
    texts,
  };
};
