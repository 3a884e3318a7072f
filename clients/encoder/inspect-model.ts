import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { failure, type Outcome, ok } from "../../state/outcome.ts";

/** int8 weights, or the fp32 ones that parity is measured against. */
export type Dtype = "q8" | "fp32";

/** What a model gives: a vector a text, or one score for two texts read together. */
export type ModelKind = "sentence" | "cross";

/** What a folder of weights says about itself, and what a worker needs to load it. */
export type ModelFacts = {
  modelsDir: string;
  model: string;
  kind: ModelKind;
  dtype: Dtype;
  /** Folder that holds the tokenizer: fine-tuned models share the base model's. */
  tokenizer: string;
  weights: string;
  /** What manifest.json says of the weights; the thread that loads them compares. */
  listedSha256: string | undefined;
  dimensions: number;
  /** Longest input in word pieces, the two special ones included. */
  maxTokens: number;
  selfTest: SelfTest | undefined;
  pairTest: PairTest | undefined;
};

type SelfTest = z.infer<typeof SelfTest>;
const SelfTest = z.object({
  texts: z.tuple([z.string(), z.string()]),
  cosine: z.number(),
  tolerance: z.number().positive().describe("Cosine; int8 arithmetic differs a little between processors."),
});
type PairTest = z.infer<typeof PairTest>;
const PairTest = z.object({
  texts: z.tuple([z.string(), z.string()]).describe("Question and text."),
  logit: z.number(),
  tolerance: z.number().positive().describe("Logit; int8 arithmetic differs a little between processors."),
});
const Config = z.object({
  architectures: z.array(z.string()).default([]),
  hidden_size: z.int().positive(),
  max_position_embeddings: z.int().positive(),
});
const TokenizerConfig = z.object({ model_max_length: z.number().positive().default(256) }); // sentence-transformers' length
const EncoderFile = z.object({ tokenizer: z.string().optional(), selfTest: SelfTest.optional(), pairTest: PairTest.optional() });
const Manifest = z.object({ weights: z.array(z.object({ file: z.string(), sha256: z.string(), bytes: z.int() })) });

const CALLED = { sentence: "sentence encoder", cross: "cross-encoder" } as const;
const OPTION = { sentence: "--encoder", cross: "--cross-encoder" } as const;

/** Name a model in messages. */
export const modelName = (kind: ModelKind, model: string): string =>
  `${kind === "cross" ? "Cross-encoder" : "Encoder"} "${model}"`;

/** Name the weight file of a model inside its folder, as transformers.js wants it. */
export const weightFile = (dtype: Dtype): string => (dtype === "q8" ? "onnx/model_quantized.onnx" : "onnx/model.onnx");

/**
 * Check a folder of weights before anything heavy is loaded.
 *
 * In: folder of models, name of a model in it, what it is to be used as. Out: its facts; misconfigured, naming the file and EVIGRAPH_MODELS, when a file is
 * missing or unreadable, or of another size than manifest.json says, and naming the right option when its config.json is of the other kind. The hash is compared later, by the thread that loads the weights.
 */
export function inspectModel(dir: string, model: string, dtype: Dtype, kind: ModelKind = "sentence"): Outcome<ModelFacts> {
  const modelsDir = resolve(dir);
  const folder = join(modelsDir, model);
  const wrong = (what: string) =>
    failure(
      "misconfigured",
      `${modelName(kind, model)}: ${what}. Set EVIGRAPH_MODELS to a folder that holds ${model}/ whole; now ${modelsDir}.`,
    );
  try {
    const extra = readJson(join(folder, "encoder.json"), EncoderFile.default({}), "{}");
    const tokenizer = extra.tokenizer ?? model;
    const tokenizerFiles = ["tokenizer.json", "tokenizer_config.json"].map((file) => join(modelsDir, tokenizer, file));
    const weights = join(folder, weightFile(dtype));
    const missing = absent([join(folder, "config.json"), ...tokenizerFiles, weights]);
    if (missing !== undefined) return wrong(missing);
    accessSync(weights, constants.R_OK);
    const config = readJson(join(folder, "config.json"), Config);
    const scores = config.architectures.find((name) => name.endsWith("ForSequenceClassification"));
    const own = scores === undefined ? "sentence" : "cross";
    if (config.architectures.length > 0 && own !== kind)
      return failure(
        "misconfigured",
        `${modelName(kind, model)}: it is a ${CALLED[own]} (${scores ?? config.architectures[0]}), no ${CALLED[kind]}; give it by ${OPTION[own]}.`,
      );
    const { model_max_length } = readJson(join(modelsDir, tokenizer, "tokenizer_config.json"), TokenizerConfig);
    const listed = listedWeights(modelsDir, weights);
    const { size } = statSync(weights);
    if (size !== (listed?.bytes ?? size))
      return wrong(`${weights} is truncated or another file (${size} bytes, expected ${listed?.bytes})`);
    const maxTokens = Math.min(model_max_length, config.max_position_embeddings);
    return ok({
      modelsDir,
      model,
      kind,
      dtype,
      tokenizer,
      weights,
      listedSha256: listed?.sha256,
      dimensions: config.hidden_size,
      maxTokens,
      selfTest: extra.selfTest,
      pairTest: extra.pairTest,
    });
  } catch (error) {
    if (!(error instanceof Unreadable) && !(error instanceof Error && "code" in error)) throw error;
    return wrong(error.message);
  }
}

/** Find what manifest.json says of a file of weights. In: folder of models, path of the file. Out: its hash and size; undefined where it is not listed. */
export const listedWeights = (modelsDir: string, weights: string): { sha256: string; bytes: number } | undefined =>
  readJson(join(modelsDir, "manifest.json"), Manifest, '{"weights":[]}').weights.find(
    ({ file }) => join(modelsDir, file) === weights,
  );

/** Say which of the files is not there, or is no file. In: their paths. Out: undefined where all are. */
export function absent(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return `${path} is missing`;
    if (!found.isFile()) return `${path} is a folder; a file is expected`;
  }
  return undefined;
}

/** A file that is there and does not say what it must. */
export class Unreadable extends Error {}

/** Read a JSON file of a shape; `otherwise` stands for a file that is not there. Throws Unreadable where it is of another shape. */
export function readJson<Shape extends z.ZodType>(path: string, shape: Shape, otherwise?: string): z.infer<Shape> {
  const text = otherwise !== undefined && !existsSync(path) ? otherwise : readFileSync(path, "utf8");
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).replaceAll("\n", " ") : "no JSON";
    throw new Unreadable(`${path} cannot be used (${why})`);
  }
}
