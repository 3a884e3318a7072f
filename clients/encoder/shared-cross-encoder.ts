import { resolve } from "node:path";
import type { CrossEncoder, CrossEncoderOptions } from "./cross-encoder.ts";
import { openCrossEncoder } from "./open-cross-encoder.ts";

const open = new Map<string, CrossEncoder>();

/** Give the process's one cross-encoder for a model and a folder; it is opened at the first call and again after it was closed. */
export function sharedCrossEncoder(options: CrossEncoderOptions): CrossEncoder {
  const key = JSON.stringify([resolve(options.modelsDir), options.model, options.dtype]);
  const known = open.get(key);
  if (known !== undefined && !known.closed()) return known;
  const encoder = openCrossEncoder(options);
  open.set(key, encoder);
  return encoder;
}
