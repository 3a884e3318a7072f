import { resolve } from "node:path";
import type { Encoder, EncoderOptions } from "./encoder.ts";
import { openEncoder } from "./open-encoder.ts";

const open = new Map<string, Encoder>();

/**
 * Give the process's one encoder for a model and a folder; it is opened at the first call and again after it was closed.
 *
 * The first caller's threads and cache file hold for all.
 */
export function sharedEncoder(options: EncoderOptions): Encoder {
  const key = JSON.stringify([resolve(options.modelsDir), options.model, options.dtype]);
  const known = open.get(key);
  if (known !== undefined && !known.closed()) return known;
  const encoder = openEncoder(options);
  open.set(key, encoder);
  return encoder;
}
