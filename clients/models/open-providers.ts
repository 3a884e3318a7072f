import type { ExtractiveSettings } from "../../state/settings/extractive.ts";
import type { ModelSettings } from "../../state/settings/models.ts";
import type { Encoder } from "../encoder/encoder.ts";
import type { Env } from "../env.ts";
import type { AskWith, Provider } from "./ask-with.ts";
import type { Reach } from "./chat/send-json.ts";
import { extractiveProvider } from "./extractive/extractive-provider.ts";
import { geminiProvider } from "./gemini/gemini-provider.ts";
import { openAiProvider } from "./openai/openai-provider.ts";
import { replayProvider } from "./replay-provider.ts";
import type { RoleTable } from "./role-table.ts";

export type OpenProviders = {
  roles: RoleTable;
  encoder: Encoder;
  extractive: ExtractiveSettings;
  /** Base URLs and keys. */
  env: Env;
  /** The way out, and the class of what is sent. */
  reach: Reach;
  /** Deadlines, budgets and seed of the chat models. */
  models: ModelSettings;
};

/**
 * Open every model that the table of roles names.
 *
 * In: see OpenProviders. Out: providers by name; nothing is loaded or sent before a model's first call, and what a model lacks ends that call in
 * `misconfigured`. A name without a provider here ends its calls in `misconfigured` too.
 */
export const openProviders = ({ roles, ...parts }: OpenProviders): AskWith["providers"] =>
  Object.fromEntries(
    [...new Set(Object.values(roles).flat())].flatMap((name) => {
      const provider = openProvider(name, parts);
      return provider === undefined ? [] : [[name, provider]];
    }),
  );

const openProvider = (
  name: string,
  { encoder, extractive, env, reach, models }: Omit<OpenProviders, "roles">,
): Provider | undefined => {
  const [kind = "", model = ""] = /^([^:]+):(.+)$/su.exec(name)?.slice(1) ?? [name];
  switch (kind) {
    case "extractive":
      return extractiveProvider({ encoder, settings: extractive });
    case "vllm":
    case "openai":
      return openAiProvider({ kind, model, env, reach, settings: models });
    case "gemini":
      return geminiProvider({ model, env, reach, settings: models });
    case "replay":
      return replayProvider(model);
    default:
      return undefined;
  }
};
