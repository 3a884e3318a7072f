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

/** All that decides a condition's score and that this version can tell without running it; a stored result with another print is stale. */
export type ConditionPrint = {
  task: string;
  given: unknown;
  settings: string | null;
  extractive: string | null;
  prompts: string[];
  weights: string | null;
  drawing: string | null;
};

/**
 * Print what a condition would run with now.
 *
 * In: a condition, the parts (their encoder's weights). Out: hashes of whole settings and of the graph's drawing, prompts with versions. A task that uses no model has null there.
 */
export async function conditionPrint({ task, settings: given }: Condition, parts: LiveParts): Promise<ConditionPrint> {
  const archehr = task === "archehr" || task === "interpretation" || task === "sentences";
  const searches = given.ranker === "bm25" || given.ranker === "dense" || given.ranker === "rrf";
  const bioasq = task === "bioasq" || task === "snippets" || task === "abstention" || (task === "ranking" && !searches);
  const graph = task === "bioasq" || given.ranker === "graph";
  const asks = archehr || graph || task === "abstention";
  const profile = given.profile === undefined ? {} : { profile: given.profile };
  const drawing =
    task === "archehr" ? compileArchehrGraph(parts) : graph ? compileBioasqGraph({ ...parts, retrievers: [] }) : undefined;
  return {
    task,
    given,
    settings: archehr ? hash(ArchehrSettings.parse(profile)) : bioasq ? hash(BioasqSettings.parse(profile)) : null,
    extractive: asks ? hash(ExtractiveSettings.parse({})) : null,
    prompts: asks ? promptVersions(archehr ? "archehr" : "bioasq") : [],
    weights: task === "coverage" || task === "trivial" || given.ranker === "bm25" ? null : parts.encoder.weightsSha256,
    drawing: drawing === undefined ? null : hash((await drawing.getGraphAsync()).drawMermaid()),
  };
}

const hash = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 16);
