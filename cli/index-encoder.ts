import type { Encoder } from "../clients/encoder/encoder.ts";
import { sharedEncoder } from "../clients/encoder/shared-encoder.ts";
import { type Env, encoderOptions } from "../clients/env.ts";
import { missing } from "./command-fault.ts";
import type { BuildOptions } from "./commands/index.ts";

/** Open the encoder of an index that is built. In: the options, the environment with the encoder's name. Out: undefined with --no-vectors; missing weights are a CommandFault (exit 3). */
export const indexEncoder = ({ vectors }: Pick<BuildOptions, "vectors">, env: Env): Encoder | undefined => {
  if (!vectors) return undefined;
  const encoder = sharedEncoder(encoderOptions(env));
  const weights = encoder.check();
  if (weights.is !== "ok") throw missing(`${weights.detail} Without vectors: --no-vectors.`);
  return encoder;
};
