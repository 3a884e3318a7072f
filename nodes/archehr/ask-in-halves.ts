import type { z } from "zod";
import type { Ask, AskOptions } from "../../clients/models/ask.ts";
import type { Prompt } from "../../prompts/define-prompt.ts";
import type { Sentence } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Failure } from "../../state/outcome.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { askCorrected } from "../common/ask-corrected.ts";

/** What the parts of a note gave, in its order, and the first part that could not be asked. */
export type Halved<Value> = { values: Value[]; failed: Failure | undefined; usage: Usage[]; fallbacks: Fallback[] };

/**
 * Ask about a whole note, and about each of its halves where prompt and reply do not fit the model's context.
 *
 * In: prompt, note (at least one sentence), the input that a part of it makes, options. Out: one value a part; nothing of the note is left out. A fallback for
 * each halving. If the model is down: the outcome in `failed`; parts that were answered count.
 *
 * @cite spec clients
 */
export const askInHalves = async <In extends z.ZodType<Record<string, unknown>, Record<string, unknown>>, Out extends z.ZodType>(
  ask: Ask,
  prompt: Prompt<In, Out>,
  note: readonly Sentence[],
  inputOf: (part: Sentence[]) => z.input<In>,
  options: Omit<AskOptions, "signal"> & { corrections: number },
  runtime: Runtime | undefined,
): Promise<Halved<z.infer<Out>>> => {
  const { outcome, usage, fallbacks } = await askCorrected(ask, prompt, inputOf([...note]), options, runtime);
  if (outcome.is === "ok") return { values: [outcome.value], failed: undefined, usage, fallbacks };
  if (outcome.is !== "overContext" || note.length < 2) return { values: [], failed: outcome, usage, fallbacks };
  const split: Fallback = {
    step: options.step,
    code: "overContext",
    reason: outcome.detail,
    instead: `asked about ${note.length} sentences of the note in two halves`,
  };
  const half = Math.ceil(note.length / 2);
  const first = await askInHalves(ask, prompt, note.slice(0, half), inputOf, options, runtime);
  const second = await askInHalves(ask, prompt, note.slice(half), inputOf, options, runtime);
  return {
    values: [...first.values, ...second.values],
    failed: first.failed ?? second.failed,
    usage: [...usage, ...first.usage, ...second.usage],
    fallbacks: [...fallbacks, split, ...first.fallbacks, ...second.fallbacks],
  };
};
