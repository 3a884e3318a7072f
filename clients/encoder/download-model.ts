import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { failure, type Outcome, ok } from "../../state/outcome.ts";
import type { Egress } from "../egress.ts";
import { type Dtype, weightFile } from "./inspect-model.ts";

const HUB = "https://huggingface.co";
const OWNER = "Xenova"; // publishes ONNX conversions in the layout of transformers.js

/**
 * Fetch a model's missing files from a hub into the folder of weights; only ever called when someone asked for it.
 *
 * In: the egress (it must be open to the hub and to the hosts that the hub redirects to, for public text), and what to fetch.
 * Out: the paths written, each whole (a temporary file renamed). If down: denied, unavailable, timeout or cancelled, as the egress says;
 * misconfigured when the hub has no such file.
 */
export async function downloadModel(
  egress: Egress,
  wanted: { modelsDir: string; model: string; dtype: Dtype; hub?: string; signal?: AbortSignal | undefined },
): Promise<Outcome<string[]>> {
  const { modelsDir, model, dtype, hub = HUB, signal } = wanted;
  const repository = model.includes("/") ? model : `${OWNER}/${model}`;
  const written: string[] = [];
  for (const file of ["config.json", "tokenizer.json", "tokenizer_config.json", weightFile(dtype)]) {
    const path = join(modelsDir, model, file);
    if (existsSync(path)) continue;
    const url = `${hub}/${repository}/resolve/main/${file}`;
    const sent = await egress.fetch(url, { signal: signal ?? null }, { dataClass: "public" });
    if (sent.is !== "ok") return sent;
    const { status, body } = sent.value;
    if (status >= 500 || status === 429) return failure("unavailable", `${url} answered ${status}.`);
    if (status !== 200 || body === null)
      return failure("misconfigured", `${url} answered ${status}: there is no such model file.`);
    const saved = await save(body, path, signal);
    if (saved.is !== "ok") return saved;
    written.push(path);
  }
  return ok(written);
}

async function save(
  body: NonNullable<Response["body"]>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<string>> {
  const partial = `${path}.${process.pid}.partial`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    // Open before anything can fail: a file that is opened after it was removed would stay.
    const file = await open(partial, "w");
    await pipeline(Readable.fromWeb(body), file.createWriteStream(), { signal });
    renameSync(partial, path);
    return ok(path);
  } catch (error) {
    rmSync(partial, { force: true });
    if (signal?.aborted) return failure("cancelled", `The download of ${path} was cancelled.`);
    return failure(
      "unavailable",
      `${path} could not be written whole (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}
