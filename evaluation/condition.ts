import type { z } from "zod";
import type { ExtractiveSettings } from "../state/settings/extractive.ts";
import type { ModelSettings } from "../state/settings/models.ts";
import type { TaskName } from "./task.ts";

/** A named run whose score is known: what anyone with the data can repeat. */
export type Condition = {
  name: string;
  about: string;
  /** A data set of datasets.ts, or "demo", which is in the package. */
  data: string;
  task: TaskName;
  /** What differs from the defaults of profile best. */
  settings: Readonly<Record<string, unknown>>;
  /** Folders of weights in place of the default encoder, or beside it; where one is absent the condition is not run. */
  weights?: { encoder?: string; crossEncoder?: string };
  /** A data set of vocabularies: the graph has a lexicon of other names made of them. */
  lexicon?: string;
  /** A chat model for all roles, on the server that `EVIGRAPH_TEST_VLLM` names; without one the condition is not run. */
  server?: { model: string; models: z.input<typeof ModelSettings>; concurrency: number };
  /** What differs from the defaults of the embedded model. */
  extractive?: Readonly<Partial<ExtractiveSettings>>;
  /** Measures that are shown and judged, the main one first. */
  measures: readonly string[];
  /** Most by which a measure may differ from the expected one to be OK, in its own unit; up to three times as much is OKish. */
  tolerance: number;
  /** What others report for it, where there is something. */
  reference?: string;
  /** Conditions on the same items, each with the item measures in which the two are compared; missing items count 0 where `missingIsZero`. */
  against?: readonly { condition: string; items: readonly string[]; missingIsZero?: true }[];
};

/** Words are counted alike everywhere; int8 vectors differ a little between processors and batch mates. */
export const TOLERANCE = { words: 0.0005, vectors: 0.005, demo: 0.05, demoPercent: 5, percent: 0.5 };
