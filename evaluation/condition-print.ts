import { createHash } from "node:crypto";
import { canonicalJson } from "../clients/canonical-json.ts";
import { compileArchehrGraph } from "../graphs/archehr.ts";
import { compileBioasqGraph } from "../graphs/bioasq.ts";
import type { LiveParts } from "../graphs/live-parts.ts";
import { promptVersions } from "../prompts/prompt-versions.ts";
import { ArchehrSettings } from "../state/settings/archehr.ts";
import { BioasqSettings } from "../state/settings/bioasq.ts";
import { ExtractiveSettings } from "../state/settings/extractive.ts";
import type { Condition } from "./condition.ts";
import { usesOf } from "./condition-uses.ts";
import { knownFiles } from "./find-data.ts";

/** All that decides a condition's score and that this version can tell without running it; a stored result with another print is stale. */
export type ConditionPrint = {
  task: string;
  given: unknown;
  settings: string | null;
  extractive: string | null;
  prompts: string[];
  weights: string | null;
  /** Only where a cross-encoder ranks. */
  crossWeights?: string;
  drawing: string | null;
  /** Only where the graph has a lexicon: what it is made of. */
  lexicon?: string;
  /** Only where the embedded model reads notes. */
  reader?: { weights: string; weight: number };
  /** Only where a chat model answers. */
  server?: unknown;
};

/**
 * Print what a condition would run with now.
 *
 * In: a condition, the parts (their encoder's weights). Out: hashes of the settings that its task uses and of the graph's drawing, its prompts with versions. What a task does not use is null there, so
 * that a change of it leaves the result current.
 */
export async function conditionPrint(condition: Condition, parts: LiveParts): Promise<ConditionPrint> {
  const { task, settings: given } = condition;
  const { graph, settings, prompts, extractive, encoder, reader, drawn } = usesOf(condition);
  const model = ExtractiveSettings.parse(condition.extractive ?? {});
  const profile = given.profile === undefined ? {} : { profile: given.profile };
  const whole = graph === "archehr" ? ArchehrSettings.parse(profile) : BioasqSettings.parse(profile);
  const asked = promptVersions(graph).filter((prompt) => prompts.includes(prompt.split("@")[0] ?? ""));
  const drawing = !drawn
    ? undefined
    : graph === "archehr"
      ? compileArchehrGraph(parts)
      : compileBioasqGraph({ ...parts, retrievers: [] });
  return {
    task,
    given,
    settings: settings.length === 0 ? null : hash(pick(whole, settings)),
    extractive: asked.length === 0 || condition.server !== undefined ? null : hash(pick(model, extractive)),
    prompts: asked,
    weights: encoder ? parts.encoder.weightsSha256 : null,
    ...(settings.includes("rankBy") && parts.crossEncoder !== undefined
      ? { crossWeights: parts.crossEncoder.weightsSha256 }
      : {}),
    ...(reader && condition.server === undefined && model.readerWeight > 0
      ? { reader: { weights: parts.encoder.reader.identity, weight: model.readerWeight } }
      : {}),
    drawing: drawing === undefined ? null : hash((await drawing.getGraphAsync()).drawMermaid()),
    ...(condition.lexicon === undefined ? {} : { lexicon: hash(knownFiles(condition.lexicon)) }),
    ...(condition.server === undefined ? {} : { server: { model: condition.server.model, models: condition.server.models } }),
  };
}

const pick = (whole: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(whole, name) ? [[name, whole[name]]] : [])));

const hash = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 16);
