import { createHash } from "node:crypto";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../../state/outcome.ts";
import type { Encoder } from "../encoder/encoder.ts";
import { packageRoot } from "../env.ts";
import { buildIndex } from "./build-index.ts";
import { type LocalIndex, openIndex } from "./open-index.ts";
import { readArticles } from "./read-articles.ts";
import { SCHEMA_VERSION } from "./schema.ts";
import type { IndexEncoder } from "./write-vectors.ts";

/** The synthetic corpus that comes with the package. */
export const demoCorpus = (): string => join(packageRoot(), "data", "demo", "bioasq", "corpus.jsonl");

/**
 * Open the index of the demo corpus, and build it first where the folder has none of this corpus and these weights.
 *
 * In: folder, encoder. Out: the index. Two processes that build at the same time do not meet: each moves a whole file into place.
 * If down: misconfigured for missing weights or a folder that cannot be written, with the way out; the encoder's own failure.
 */
export const openDemoIndex = async ({
  folder,
  encoder,
}: {
  folder: string;
  encoder: IndexEncoder & Pick<Encoder, "check">;
}): Promise<Outcome<LocalIndex>> => {
  const weights = encoder.check();
  if (weights.is !== "ok") return weights;
  const corpus = createHash("sha256").update(readFileSync(demoCorpus())).digest("hex");
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([SCHEMA_VERSION, corpus, encoder.model, encoder.weightsSha256]))
    .digest("hex");
  const file = join(folder, `demo-${fingerprint.slice(0, 16)}.db`);
  const known = openIndex(file);
  if (known.is === "ok") return known;
  const own = `${file}.${process.pid}`;
  const built = await buildIndex({ articles: readArticles([demoCorpus()], process.stdin), fingerprint, file: own, encoder });
  if (built.is !== "ok") return built;
  renameSync(own, file);
  return openIndex(file);
};
