import { existsSync } from "node:fs";
import { join } from "node:path";
import { modelsDir, readEnv, withCrossEncoder, withEncoder } from "../clients/env.ts";
import { type LiveParts, openLiveParts } from "../graphs/live-parts.ts";
import type { Condition } from "./condition.ts";

/** What stands in a table where a condition's own weights are not there. */
export const NOT_RUN = "not run: weights absent";

/** Name the folders of weights that a condition wants and that are not there. In: a condition, the folder of weights (the environment's unless given). Out: names; none where it can run. */
export const absentWeights = ({ weights = {} }: Pick<Condition, "weights">, folder = modelsDir(readEnv())): string[] =>
  Object.values(weights).filter((name) => !existsSync(join(folder, name, "config.json")));

/** Give a condition the parts it runs with: its own encoder or cross-encoder where it names one, else the given parts. In: a condition, the parts of all others. Out: parts; nothing heavy is loaded. */
export const partsOf = ({ weights }: Pick<Condition, "weights">, parts: LiveParts): LiveParts =>
  weights === undefined
    ? parts
    : openLiveParts({
        env: withCrossEncoder(withEncoder(readEnv(), weights.encoder), weights.crossEncoder),
        rememberVectors: true,
      });
