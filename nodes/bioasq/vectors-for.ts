import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Retriever } from "../../clients/retriever.ts";
import type { BioasqState } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import { fellBack } from "../common/fell-back.ts";
import { holdsVectors } from "./holds-vectors.ts";

type Sources = { retrievers: readonly Retriever[]; embed: Encoder["embed"]; step: string };

/**
 * Embed what is to be searched by meaning, where denseSearch is on and a retriever can do it.
 *
 * In: one text a query, undefined where it is searched by words alone. Out: a vector at the place of each text.
 * If the encoder is down: no vectors; one fallback.
 */
export const vectorsFor = async (
  { retrievers, embed, step }: Sources,
  texts: readonly (string | undefined)[],
  { denseSearch }: Pick<BioasqState["settings"], "denseSearch">,
  runtime: Runtime | undefined,
): Promise<{ vectors: (Float32Array | undefined)[]; fallbacks: Fallback[] }> => {
  const none = { vectors: texts.map(() => undefined), fallbacks: [] };
  const wanted = texts.filter((text) => text !== undefined);
  if (!denseSearch || wanted.length === 0) return none;
  const able = await Promise.all(retrievers.map(holdsVectors));
  if (!able.includes(true)) return none;
  const embedded = await embed(wanted, { signal: runtime?.signal, remember: true });
  if (embedded.is !== "ok") return { ...none, fallbacks: [fellBack(step, embedded, "searched by words alone")] };
  const queue = [...embedded.value];
  return { vectors: texts.map((text) => (text === undefined ? undefined : queue.shift())), fallbacks: [] };
};
