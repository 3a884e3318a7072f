import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { openEncoder } from "../clients/encoder/open-encoder.ts";
import { modelsDir, readEnv } from "../clients/env.ts";
import { buildIndex } from "../clients/index/build-index.ts";
import { openIndexFile } from "../clients/index/index-file.ts";
import { readArticles } from "../clients/index/read-articles.ts";
import type { IndexEncoder } from "../clients/index/write-vectors.ts";
import { ok } from "../state/outcome.ts";
import { numbersFrom } from "./million-corpus.ts";

/** How much of a second document, and of a random direction, a made-up vector has beside the first document (lengths). */
const SECOND = 0.5;
const NOISE = 0.35;

/**
 * Make an encoder for made-up articles out of real vectors, since embedding 200,000 texts takes hours on two cores.
 *
 * In: a folder to keep the real ones in, the collection's documents. Out: an encoder that gives each text a vector which follows from the text alone: the real
 * MiniLM vector of one document of the collection, plus half of that of another, plus noise of length .35, at unit length. So each of the 23,131 real vectors has
 * about nine others around it (cosine about .85), and questions meet them as they meet the real ones. It bears the real encoder's name and weights.
 */
export const nearVectors = async (folder: string, docs: string): Promise<IndexEncoder> => {
  const encoder = openEncoder({ modelsDir: modelsDir(readEnv()) });
  const file = join(folder, "collection.db");
  if (!existsSync(file) || openIndexFile(file).is !== "ok") {
    const built = await buildIndex({ articles: readArticles([docs], process.stdin), fingerprint: docs, file, encoder });
    if (built.is !== "ok") throw new Error(built.detail);
  }
  const database = new Database(file, { readonly: true });
  const real = database
    .prepare<[], Buffer>("SELECT embedding FROM vectors ORDER BY doc")
    .pluck()
    .all()
    .map((embedding) => unit(Float32Array.from(new Int8Array(embedding))));
  database.close();
  const { model, weightsSha256, dimensions } = encoder;
  await encoder.close();
  const vectorOf = (text: string): Float32Array => {
    const random = numbersFrom(seedOf(text));
    const pick = () => real[Math.floor(random() * real.length)] ?? new Float32Array(dimensions);
    const [first, second] = [pick(), pick()];
    const noise = unit(Float32Array.from({ length: dimensions }, () => normal(random)));
    return unit(first.map((value, at) => value + SECOND * (second[at] ?? 0) + NOISE * (noise[at] ?? 0)));
  };
  return { model, weightsSha256, dimensions, embed: async (texts) => ok(texts.map(vectorOf)) };
};

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};

const normal = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
};
