import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Encoder } from "../clients/encoder/encoder.ts";
import { buildIndex } from "../clients/index/build-index.ts";
import { type LocalIndex, openIndex } from "../clients/index/open-index.ts";
import { readArticles } from "../clients/index/read-articles.ts";
import { SCHEMA_VERSION } from "../clients/index/schema.ts";

/**
 * Open the index of a collection, and build it first where the cache folder has none of these articles and weights.
 *
 * In: cache folder, the file of articles, the encoder where vectors are wanted. Out: the index; a build that was killed goes on. If it cannot be built: it throws the reason.
 */
export async function openCollection({
  cache,
  articles,
  encoder,
  tick,
  signal,
}: {
  cache: string;
  articles: string;
  encoder: Encoder | undefined;
  tick?: (stage: string, done: number, of: number | undefined) => void;
  signal: AbortSignal;
}): Promise<LocalIndex> {
  const content = createHash("sha256").update(readFileSync(articles)).digest("hex");
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([SCHEMA_VERSION, content, encoder?.model, encoder?.weightsSha256]))
    .digest("hex");
  const file = join(cache, "indexes", `${fingerprint.slice(0, 16)}.db`);
  const known = openIndex(file);
  if (known.is === "ok") return known.value;
  const built = await buildIndex({
    articles: readArticles([articles], process.stdin),
    fingerprint,
    file,
    encoder,
    signal,
    onProgress: ({ stage, done, of }) => tick?.(stage, done, of),
  });
  const opened = built.is === "ok" ? openIndex(file) : built;
  if (opened.is !== "ok") throw new Error(`${articles}: ${opened.is}: ${opened.detail}`);
  return opened.value;
}
