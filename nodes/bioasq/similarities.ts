import type { Encoder } from "../../clients/encoder/encoder.ts";
import { cosine } from "../../retrieval/vectors.ts";
import { type Outcome, ok } from "../../state/outcome.ts";
import type { Runtime } from "../../state/step.ts";

/**
 * Compare texts with a question by MiniLM.
 *
 * In: question, texts. Out: cosine of each text to the question (-1 to 1), in their order. If the encoder is down: its failure.
 */
export const similarities = async (
  embed: Encoder["embed"],
  question: string,
  items: readonly { text: string }[],
  runtime: Runtime | undefined,
): Promise<Outcome<number[]>> => {
  const vectors = await embed([question, ...items.map(({ text }) => text)], { signal: runtime?.signal, remember: true });
  if (vectors.is !== "ok") return vectors;
  const [own = new Float32Array(), ...others] = vectors.value;
  return ok(others.map((other) => cosine(own, other)));
};
