import { accessSync, constants, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { type Failure, failure, type Outcome, ok } from "../../state/outcome.ts";
import { absent, inspectModel, listedWeights, readJson, Unreadable, weightFile } from "./inspect-model.ts";

/** Weights and what manifest.json says of them; the thread that loads them compares. */
type Weights = { weights: string; listedSha256: string | undefined };

/** What a thread needs to load a reader: its own weights, and those of the encoder whose lower layers it stands on. */
export type ReaderFacts = {
  modelsDir: string;
  model: string;
  tokenizer: string;
  base: Weights;
  reader: Weights;
  /** Name of the encoder's inner value that the reader reads. */
  hidden: string;
  /** Longest input in word pieces, the special ones included. */
  maxTokens: number;
  selfTest: z.infer<typeof SelfTest> | undefined;
};

const SelfTest = z
  .object({
    question: z.string(),
    sentences: z.array(z.string()).min(1),
    logits: z.array(z.number()),
    tolerance: z.number().positive().describe("Logit; int8 arithmetic differs a little between processors."),
  })
  .refine(({ sentences, logits }) => sentences.length === logits.length, "one logit a sentence is needed");
// The longest question (160) and one longest sentence (64) with [CLS] and two [SEP]; positions end at 512.
const LEAST_TOKENS = 227;
const MOST_TOKENS = 512;
const ReaderFile = z.object({
  base: z
    .string()
    .regex(/^[^/\\]*[^/\\.][^/\\]*$/, "the name of a folder beside the reader's is needed, not a path")
    .describe("Folder of the encoder whose lower layers come first."),
  hidden: z.string(),
  maxTokens: z.int().min(LEAST_TOKENS).max(MOST_TOKENS),
  selfTest: SelfTest.optional(),
});

/**
 * Check a reader's folder, and its base encoder's, before anything heavy is loaded.
 *
 * In: folder of models, name of the reader. Out: its facts; misconfigured, naming the file and EVIGRAPH_MODELS, when a file is missing, unreadable or of another size than manifest.json says.
 */
export function inspectReader(dir: string, model: string): Outcome<ReaderFacts> {
  const modelsDir = resolve(dir);
  const folder = join(modelsDir, model);
  const wrong = (what: string) => withWayOut(failure("misconfigured", `Reader "${model}": ${what}.`), { modelsDir, model });
  const about = join(folder, "reader.json");
  const weights = join(folder, weightFile("q8"));
  try {
    const missing = absent([about, weights]);
    if (missing !== undefined) return wrong(missing);
    accessSync(weights, constants.R_OK);
    const { base: baseName, hidden, maxTokens, selfTest } = readJson(about, ReaderFile);
    const base = inspectModel(modelsDir, baseName, "q8");
    if (base.is !== "ok") return wrong(`its base cannot be used: ${base.detail}`);
    const listed = listedWeights(modelsDir, weights);
    const { size } = statSync(weights);
    if (size !== (listed?.bytes ?? size))
      return wrong(`${weights} is truncated or another file (${size} bytes, expected ${listed?.bytes})`);
    return ok({
      modelsDir,
      model,
      tokenizer: base.value.tokenizer,
      base: { weights: base.value.weights, listedSha256: base.value.listedSha256 },
      reader: { weights, listedSha256: listed?.sha256 },
      hidden,
      maxTokens,
      selfTest,
    });
  } catch (error) {
    if (!(error instanceof Unreadable) && !(error instanceof Error && "code" in error)) throw error;
    return wrong(error.message);
  }
}

/** Add to what is wrong with a reader how to mend it and how to do without. In: the failure, its folder and name. */
export const withWayOut = ({ is, detail }: Failure, { modelsDir, model }: Pick<ReaderFacts, "modelsDir" | "model">): Failure =>
  failure(
    is,
    `${detail} Set EVIGRAPH_MODELS to a folder that holds ${model}/ whole (with its reader.json), or do without it by --set extractive.readerWeight=0; now ${modelsDir}.`,
  );
