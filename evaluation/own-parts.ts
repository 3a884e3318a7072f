import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Env, modelsDir, readEnv, withCrossEncoder, withEncoder } from "../clients/env.ts";
import { forEveryRole } from "../clients/models/role-table.ts";
import { type LiveParts, openLiveParts } from "../graphs/live-parts.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import { ModelSettings } from "../state/settings/models.ts";
import type { Condition } from "./condition.ts";

type Own = Pick<Condition, "weights" | "server">;

/** Say why a condition cannot run here, as the tables have it. In: a condition. Out: undefined where it needs nothing of its own. */
export const notRun = ({ weights, server }: Own): string | undefined =>
  server !== undefined ? "not run: no server named" : weights !== undefined ? "not run: weights absent" : undefined;

/** Name what a condition wants and what is not there. In: a condition, the environment (the process's unless given). Out: folders of weights, and the variable that names its server; none where it can run. */
export const absentParts = ({ weights = {}, server }: Own, env: Env = readEnv()): string[] => [
  ...Object.values(weights).filter((name) => !existsSync(join(modelsDir(env), name, "config.json"))),
  ...(server !== undefined && env.EVIGRAPH_TEST_VLLM === undefined ? ["EVIGRAPH_TEST_VLLM"] : []),
];

/** Give a condition the parts it runs with: its own encoder, cross-encoder, chat model or settings of the embedded one where it names some, else the given parts. In: a condition, the parts of all others. Out: parts; nothing heavy is loaded. */
export const partsOf = ({ weights, server, extractive }: Own & Pick<Condition, "extractive">, parts: LiveParts): LiveParts => {
  if (weights === undefined && server === undefined && extractive === undefined) return parts;
  const env = readEnv();
  const named = server === undefined ? env : { ...env, VLLM_BASE_URL: env.EVIGRAPH_TEST_VLLM };
  return openLiveParts({
    env: withCrossEncoder(withEncoder(named, weights?.encoder), weights?.crossEncoder),
    ...(server === undefined ? {} : { roles: forEveryRole(`vllm:${server.model}`), models: ModelSettings.parse(server.models) }),
    extractive: ExtractiveSettings.parse(extractive ?? {}),
    rememberVectors: true,
  });
};
